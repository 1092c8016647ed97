package dev.foliot.diagnose.counters;

import dev.foliot.linux.PerfEvent;
import dev.foliot.linux.PerfProbe;
import dev.foliot.linux.PerfTarget;
import dev.foliot.linux.Reading;

/** What the kernel lets this process count. */
interface Probe {
  /** The kernel itself, asked by trying. */
  Probe LIVE =
      new Probe() {
        @Override
        public Reading<Long> counts(PerfEvent event) {
          return PerfProbe.counts(event);
        }

        @Override
        public Reading<String> opens(PerfEvent event, PerfTarget target) {
          return PerfProbe.opens(event, target);
        }
      };

  /** Counts an event of the calling thread while it works a little. */
  Reading<Long> counts(PerfEvent event);

  /** Opens an event on a target and closes it again. */
  Reading<String> opens(PerfEvent event, PerfTarget target);
}
