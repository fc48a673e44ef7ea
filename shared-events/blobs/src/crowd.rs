//! Six uploaders of large pictures beside an honest one with a small picture.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Instant,
};

use bytes::Bytes;
use image::{DynamicImage, ImageFormat};
use service_kit::SeededIds;
use shared_events::upload::{Kind, Media};
use tokio::task::JoinHandle;

use crate::{Blobs, PutError, testing::*};

async fn put(blobs: &Blobs, account: u128, kind: Kind, file: Bytes) -> Result<(), PutError> {
    let media = Media::of(&file).expect("a picture");
    blobs.put(kind, media, owner(account), &SeededIds::new(1), file).await.map(drop)
}

/// Uploaders who send these pictures again and again.
struct Crowd {
    stop: Arc<AtomicBool>,
    ended: Arc<AtomicUsize>,
    members: Vec<JoinHandle<()>>,
}

impl Crowd {
    fn of_six(blobs: &Blobs, pictures: &[Bytes]) -> Self {
        let (stop, ended) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let member = |account: u128| {
            let (blobs, pictures) = (blobs.clone(), pictures.to_vec());
            let (stop, ended) = (stop.clone(), ended.clone());
            tokio::spawn(async move {
                for picture in pictures.iter().cycle().skip(account as usize) {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    put(&blobs, account, Kind::Certificate, picture.clone())
                        .await
                        .expect("it is within the limits");
                    ended.fetch_add(1, Ordering::Relaxed);
                }
            })
        };
        let members = (2..=7).map(member).collect();
        Self { stop, ended, members }
    }

    fn ended(&self) -> usize {
        self.ended.load(Ordering::Relaxed)
    }

    async fn has_ended(&self, pictures: usize) {
        let enough = async || (self.ended() >= pictures).then_some(());
        test_support::wait_for("the crowd is at work", enough).await;
    }

    async fn leave(self) {
        self.stop.store(true, Ordering::Relaxed);
        for member in self.members {
            member.await.expect("no member was refused");
        }
    }
}

/// The processor time of this process, in seconds. Linux counts it in hundredths.
fn processor_time() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux has it");
    let (_, fields) = stat.rsplit_once(')').expect("the name is in parentheses");
    let ticks =
        fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u32>().expect("a number"));
    f64::from(ticks.sum::<u32>()) / 100.0
}

fn small() -> Bytes {
    encoded(&picture(8, 8), ImageFormat::Png).into()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_refused_beside_six_uploaders_of_large_pictures() {
    let blobs = Blobs::in_memory();
    let large = encoded(&picture(3_000, 2_000), ImageFormat::Png).into();
    let crowd = Crowd::of_six(&blobs, &[large]);
    for at_work in [1, 2, 3] {
        crowd.has_ended(at_work).await;
        put(&blobs, 1, Kind::ProductImage, small()).await.unwrap();
    }
    crowd.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "it measures: cargo nextest run -p blobs --run-ignored only --no-capture measure"]
async fn measure_the_largest_pictures_of_six_uploaders() {
    let blobs = Blobs::in_memory();
    let flat = |width, height| DynamicImage::new_rgba8(width, height);
    let pictures = [
        ("PNG, RGB, 8000 × 5000", encoded(&flat(8_000, 5_000).to_rgb8().into(), ImageFormat::Png)),
        ("PNG, RGBA, 8000 × 5000", encoded(&flat(8_000, 5_000), ImageFormat::Png)),
        (
            "PNG, RGBA, 16 bits, 6000 × 4900",
            encoded(&flat(6_000, 4_900).to_rgba16().into(), ImageFormat::Png),
        ),
        ("JPEG, 8000 × 5000", encoded(&flat(8_000, 5_000).to_rgb8().into(), ImageFormat::Jpeg)),
        ("JPEG, progressive, 32 scans, 8000 × 5000", progressive_jpeg(8_000, 5_000, 31)),
    ];
    for (name, file) in &pictures {
        for kind in [Kind::ProductImage, Kind::Certificate] {
            let before = processor_time();
            put(&blobs, 1, kind, file.clone().into()).await.unwrap();
            let took = processor_time() - before;
            println!("{name}, {kind:?}, {} KB: {took:.2} s of processor time", file.len() / 1_000);
        }
    }
    let pictures: Vec<Bytes> = pictures.into_iter().map(|(_, file)| file.into()).collect();
    let crowd = Crowd::of_six(&blobs, &pictures);
    let mut waits = Vec::new();
    for at_work in 1..=20 {
        crowd.has_ended(at_work).await;
        let began = Instant::now();
        put(&blobs, 1, Kind::ProductImage, small()).await.unwrap();
        waits.push(began.elapsed());
    }
    crowd.leave().await;
    waits.sort();
    println!("8 × 8 beside six uploaders: median {:?}, longest {:?}", waits[10], waits[19]);
    let status = fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap());
}
