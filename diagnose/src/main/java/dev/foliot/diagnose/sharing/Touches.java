package dev.foliot.diagnose.sharing;

import java.util.List;
import java.util.Map;

/**
 * What one window of samples saw.
 *
 * @param seen each access, by time
 * @param lost how many more each thread made, of which nothing is known but that they stopped it
 */
record Touches(List<Touch> seen, Map<Integer, Long> lost) {
  Touches {
    seen = List.copyOf(seen);
    lost = Map.copyOf(lost);
  }
}
