package dev.foliot.jlbh;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchListener;
import dev.foliot.bench.Measurement;

/** Takes the measurements of a program. One call after the other. */
public interface Reports {
  /** For a program that runs its own {@code main}: its printed report is all there is. */
  Reports NONE =
      new Reports() {
        @Override
        public void begins(String name, String arrivals, boolean fromStart, BenchConfig config) {}

        @Override
        public BenchListener listener() {
          return BenchListener.NONE;
        }

        @Override
        public void measured(Measurement measurement) {}

        @Override
        public void failed(String reason, Throwable cause) {}
      };

  /**
   * A measurement begins.
   *
   * @param name of what it measures
   * @param arrivals how messages arrive, in a word
   * @param fromStart whether its messages count from their actual start
   * @param config its load
   */
  void begins(String name, String arrivals, boolean fromStart, BenchConfig config);

  /** Follows the measurement that has begun. */
  BenchListener listener();

  /** The measurement that has begun has ended. */
  void measured(Measurement measurement);

  /** The measurement that has begun could not be made. */
  void failed(String reason, Throwable cause);
}
