//! Plots of a run, as SVG.

use super::game_log::{LogError, read_logs};
use super::game_record::GameRecord;
use super::plan::Plan;
use super::stats::Estimate;
use super::summary::Summary;
use crate::board::Color;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::Color as _;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The picture of Elo over pairs; there is none before a pair of games is whole.
pub const ELO_PLOT: &str = "elo.svg";
/// Width and height in pixels.
const SIZE: (u32, u32) = (800, 450);
/// The limit of points in a plot.
const MOST_POINTS: usize = 1000;

/// Why nothing was plotted.
#[derive(Debug, Error)]
pub enum PlotError {
    /// A log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A picture cannot be written.
    #[error("{0}: {1}")]
    Draw(PathBuf, String),
    /// There is nothing to see.
    #[error("no pair of games is finished, so there is nothing to draw")]
    Empty,
}

impl PlotError {
    /// Whether other results put it right.
    pub fn is_usage(&self) -> bool {
        matches!(self, PlotError::Log(error) if error.is_usage())
    }
}

/// The data of the plots.
#[derive(Default)]
struct Series {
    /// Games, Elo and its error after each pair.
    elo: Vec<(f64, f64, f64)>,
    /// Games and log-likelihood ratio.
    llr: Vec<(f64, f64)>,
    /// Milliseconds a move, by engine.
    times: Vec<Vec<f64>>,
    /// Stones of each game.
    lengths: Vec<f64>,
}

impl Series {
    fn add(&mut self, plan: &Plan, game: &GameRecord, summary: &Summary) {
        self.times.resize(plan.engines.len(), vec![]);
        for (number, us) in game.us.iter().enumerate() {
            let color = Color::ALL[(game.opening + number) % 2];
            self.times[game.side(color).engine].push(*us as f64 / 1e3);
        }
        self.lengths
            .push(game.moves.split_whitespace().count() as f64);
        let encounter = summary.sum(|_, one, _| one == 0);
        let games = 2.0 * encounter.pairs.pairs() as f64;
        if games > self.elo.last().map_or(0.0, |last| last.0) {
            let estimate = Estimate::of(&encounter.pairs);
            if estimate.elo_error.is_finite() {
                self.elo.push((games, estimate.elo, estimate.elo_error));
            }
            if let Some(sprt) = plan.sprt {
                self.llr.push((games, sprt.llr(&encounter.pairs)));
            }
        }
    }
}

/// Draws Elo and LLR over games, time a move, and lengths of games into a folder; returns the files.
/// With more than two engines Elo is that of the first against all others.
///
/// # Errors
/// [`PlotError`].
pub fn plots(logs: &[PathBuf], folder: &Path) -> Result<Vec<PathBuf>, PlotError> {
    let mut series = Series::default();
    let mut summary = Summary::default();
    let plan = read_logs(logs, &mut |plan, game| {
        summary.count(&game);
        series.add(plan, &game, &summary);
    })?;
    let plan = plan
        .filter(|_| !series.lengths.is_empty())
        .ok_or(PlotError::Empty)?;
    std::fs::create_dir_all(folder)
        .map_err(|error| PlotError::Draw(folder.into(), error.to_string()))?;
    let mut files = Vec::new();
    let mut draw = |name: &str, picture: &dyn Fn(&Canvas) -> Drawn| {
        let path = folder.join(name);
        let canvas = SVGBackend::new(&path, SIZE).into_drawing_area();
        let drawn = canvas.fill(&WHITE).map_err(Into::into);
        let drawn = drawn.and_then(|()| picture(&canvas));
        drawn
            .and_then(|()| canvas.present().map_err(Into::into))
            .map_err(|error| PlotError::Draw(path.clone(), error.to_string()))?;
        drop(canvas);
        files.push(path);
        Ok::<(), PlotError>(())
    };
    if !series.elo.is_empty() {
        let title = format!("Elo of {}, 95 % interval", plan.engines[0].name);
        draw(ELO_PLOT, &|canvas| {
            elo_picture(canvas, &title, &thinned(&series.elo))
        })?;
    }
    if let (Some(sprt), false) = (plan.sprt, series.llr.is_empty()) {
        let bounds = sprt.bounds();
        draw("llr.svg", &|canvas| {
            llr_picture(canvas, bounds, &thinned(&series.llr))
        })?;
    }
    let names = plan.engines.iter().map(|engine| engine.name.as_str());
    let times: Vec<(&str, &[f64])> = names.zip(series.times.iter().map(Vec::as_slice)).collect();
    draw("time.svg", &|canvas| histogram(canvas, "ms a move", &times))?;
    let lengths = [("all games", series.lengths.as_slice())];
    draw("lengths.svg", &|canvas| {
        histogram(canvas, "stones a game", &lengths)
    })?;
    Ok(files)
}

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

fn thinned<T: Copy>(points: &[T]) -> Vec<T> {
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    // From the end, so that the last is always among them.
    let mut kept: Vec<T> = points.iter().copied().rev().step_by(step).collect();
    kept.reverse();
    kept
}

/// A caption, and room for labels.
fn frame<'a, 'b>(canvas: &'a Canvas<'b>, caption: &str) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut frame = ChartBuilder::on(canvas);
    frame
        .caption(caption, ("sans-serif", 20))
        .margin(10)
        .margin_right(30)
        .x_label_area_size(35)
        .y_label_area_size(50);
    frame
}

fn elo_picture(canvas: &Canvas, title: &str, points: &[(f64, f64, f64)]) -> Drawn {
    let games = points.last().map_or(1.0, |point| point.0);
    // The first few pairs say nothing; they must not squeeze the rest.
    let settled = &points[points.len() / 10..];
    let bound = |sign: f64| {
        settled
            .iter()
            .map(move |&(_, elo, error)| elo + sign * error)
    };
    let low = bound(-1.0).fold(0.0, f64::min).max(-2000.0);
    let high = bound(1.0).fold(0.0, f64::max).min(2000.0);
    let mut chart = frame(canvas, title).build_cartesian_2d(0.0..games, low - 5.0..high + 5.0)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .x_desc("games")
        .y_desc("Elo")
        .draw()?;
    let upper = points
        .iter()
        .map(|&(games, elo, error)| (games, elo + error));
    let lower = points
        .iter()
        .rev()
        .map(|&(games, elo, error)| (games, elo - error));
    let band: Vec<(f64, f64)> = upper.chain(lower).collect();
    chart.draw_series([Polygon::new(band, BLUE.mix(0.15))])?;
    let line = points.iter().map(|&(games, elo, _)| (games, elo));
    chart.draw_series(LineSeries::new(line, BLUE.stroke_width(2)))?;
    Ok(())
}

fn llr_picture(canvas: &Canvas, (lower, upper): (f64, f64), points: &[(f64, f64)]) -> Drawn {
    let games = points.last().map_or(1.0, |point| point.0);
    let values = || points.iter().map(|point| point.1);
    let (low, high) = (
        values().fold(lower, f64::min),
        values().fold(upper, f64::max),
    );
    let mut chart = frame(canvas, "log-likelihood ratio, bounds in red")
        .build_cartesian_2d(0.0..games, low - 0.3..high + 0.3)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .x_desc("games")
        .y_desc("LLR")
        .draw()?;
    chart.draw_series(LineSeries::new(
        points.iter().copied(),
        BLUE.stroke_width(2),
    ))?;
    for bound in [lower, upper] {
        chart.draw_series(LineSeries::new([(0.0, bound), (games, bound)], RED))?;
    }
    Ok(())
}

/// Shares of all values in thirty steps, one line for each engine.
fn histogram(canvas: &Canvas, title: &str, series: &[(&str, &[f64])]) -> Drawn {
    const STEPS: usize = 30;
    // A few that are far out must not squeeze the rest: they stand in the last step.
    let mut all: Vec<f64> = series
        .iter()
        .flat_map(|(_, values)| *values)
        .copied()
        .collect();
    all.sort_by(f64::total_cmp);
    let most = all
        .get(all.len() * 199 / 200)
        .map_or(1.0, |most| most.max(1.0));
    let shares = |values: &[f64]| -> Vec<f64> {
        let mut counts = vec![0.0; STEPS];
        for value in values {
            let step = (value / most * STEPS as f64) as usize;
            counts[step.min(STEPS - 1)] += 100.0 / values.len() as f64;
        }
        counts
    };
    let all: Vec<(&str, Vec<f64>)> = series
        .iter()
        .map(|&(name, values)| (name, shares(values)))
        .collect();
    let highest = all
        .iter()
        .flat_map(|(_, shares)| shares)
        .copied()
        .fold(1.0, f64::max);
    let mut chart = frame(canvas, title).build_cartesian_2d(0.0..most, 0.0..highest * 1.05)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .x_desc(title)
        .y_desc("%")
        .draw()?;
    for (number, (name, shares)) in all.iter().enumerate() {
        let color = Palette99::pick(number).to_rgba();
        let width = most / STEPS as f64;
        let steps = shares.iter().enumerate().flat_map(|(step, &share)| {
            let left = step as f64 * width;
            [(left, share), (left + width, share)]
        });
        chart
            .draw_series(LineSeries::new(steps, color.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
    }
    chart
        .configure_series_labels()
        .border_style(BLACK)
        .background_style(WHITE)
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::game_log::GameLog;
    use super::super::game_log::tests::record;
    use super::super::game_record::GameResult::{BlackWins, Draw};
    use super::super::plan::tests::plan;
    use super::super::stats::{Model, Sprt};
    use super::*;

    #[test]
    fn a_run_is_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Normalized,
        };
        let plan = Plan {
            sprt: Some(sprt),
            ..plan(2)
        };
        let games: Vec<_> = (0..40)
            .map(|n| record(n, if n % 3 == 0 { Draw } else { BlackWins }))
            .collect();
        GameLog::create(&log, &plan)
            .unwrap()
            .append(&games)
            .unwrap();
        let files = plots(&[log], folder.path()).unwrap();
        let names: Vec<_> = files
            .iter()
            .map(|f| f.file_name().unwrap().to_str().unwrap())
            .collect();
        assert_eq!(names, ["elo.svg", "llr.svg", "time.svg", "lengths.svg"]);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            assert!(
                text.starts_with("<svg") && text.contains("polyline"),
                "{file:?}"
            );
        }
        assert!(matches!(plots(&[], folder.path()), Err(PlotError::Empty)));
    }
}
