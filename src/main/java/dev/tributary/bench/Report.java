package dev.tributary.bench;

import dev.tributary.bench.Run.Who;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * What was measured, with the median of the rounds as what counts.
 *
 * @param figures of this profile alone
 * @param problems why the index is not what it should be; none if it is
 */
record Report(
    BenchProfile profile,
    long records,
    List<Run> runs,
    List<Figure> figures,
    List<String> problems) {

  Report {
    runs = List.copyOf(runs);
    figures = List.copyOf(figures);
    problems = List.copyOf(problems);
  }

  boolean right() {
    return problems.isEmpty();
  }

  OptionalDouble median(Who who, ToDoubleFunction<Run> figure) {
    double[] all =
        runs.stream().filter(run -> run.who() == who).mapToDouble(figure).sorted().toArray();
    return all.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Figures.median(all));
  }

  /** Records a second, as a part of what another does; of each round, so that both had the same. */
  OptionalDouble rateAgainst(Who other) {
    return ratio(Who.WORKER, other, Run::recordsPerSecond);
  }

  /** Seconds, as a multiple of what another takes. */
  OptionalDouble timeAgainst(Who other) {
    return ratio(Who.WORKER, other, Run::seconds);
  }

  private OptionalDouble ratio(Who who, Who other, ToDoubleFunction<Run> figure) {
    double[] mine = figures(who, figure);
    double[] theirs = figures(other, figure);
    int rounds = Math.min(mine.length, theirs.length);
    double[] ratios = new double[rounds];
    Arrays.setAll(ratios, round -> mine[round] / theirs[round]);
    Arrays.sort(ratios);
    return rounds == 0 ? OptionalDouble.empty() : OptionalDouble.of(Figures.median(ratios));
  }

  private double[] figures(Who who, ToDoubleFunction<Run> figure) {
    return runs.stream().filter(run -> run.who() == who).mapToDouble(figure).toArray();
  }
}
