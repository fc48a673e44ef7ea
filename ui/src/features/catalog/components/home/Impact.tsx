import { texts } from "../../texts";

export function Impact() {
  return (
    <section
      aria-labelledby="impact"
      className="rounded-ui bg-leaf-strong px-6 py-10 text-on-leaf-strong sm:px-12 sm:py-14"
    >
      <h2 id="impact" className="max-w-2xl text-h2">
        {texts.home.impact}
      </h2>
      <dl className="mt-8 grid gap-6 sm:grid-cols-3">
        {texts.home.figures.map((figure) => (
          <div key={figure.label} className="flex flex-col-reverse">
            <dt>{figure.label}</dt>
            <dd className="font-display text-4xl font-semibold sm:text-5xl">{figure.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
