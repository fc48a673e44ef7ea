import { ToastHost } from "@/ui/ToastHost";
import { screens, sections } from "./all";

/** All components, or the one that the URL names. */
export function Gallery({ only }: { only: string | null }) {
  const chosen = [...sections, ...screens].find(({ name }) => name === only);
  if (only !== null && !chosen) return <p>There is no {only}.</p>;
  if (chosen) {
    return (
      <main id="main" className="p-5">
        <chosen.Content />
        <ToastHost />
      </main>
    );
  }
  return <Index />;
}

function Index() {
  const dark = document.documentElement.dataset.theme === "dark";
  return (
    <main className="container-page grid gap-12 py-10">
      <header className="flex flex-wrap items-baseline justify-between gap-4">
        <h1 className="text-h1">Components</h1>
        <a className="underline underline-offset-4" href={dark ? "?theme=light" : "?theme=dark"}>
          {dark ? "Light" : "Dark"}
        </a>
      </header>
      <section aria-labelledby="screens">
        <h2 id="screens" className="mb-3 text-h2">
          Over the page
        </h2>
        <ul className="flex flex-wrap gap-x-5 gap-y-2">
          {screens.map(({ name, narrow }) => (
            <li key={name} data-shown={name} data-kind="screen" data-narrow={narrow}>
              <a
                className="underline underline-offset-4"
                href={`?only=${name}&theme=${dark ? "dark" : "light"}`}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </section>
      {sections.map(({ name, Content, narrow }) => (
        <section key={name} aria-labelledby={name} data-shown={name} data-kind="section" data-narrow={narrow}>
          <h2 id={name} className="mb-4 text-h2">
            {name}
          </h2>
          <Content />
        </section>
      ))}
    </main>
  );
}
