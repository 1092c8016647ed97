package dev.foliot.load.schedule;

import dev.foliot.load.PhaseTally.Silence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The times in which requests waited and none was answered, of one event loop. One thread; others
 * may read after its end.
 */
final class Silences {
  /** Shorter ones say nothing to anybody. */
  static final long SHORTEST_NS = 200_000_000;

  private static final int KEPT = 64;
  private static final long NEVER = Long.MAX_VALUE;

  private final List<Silence> spans = new ArrayList<>();
  private long sinceNs = NEVER;

  /** A request is waited for. */
  void sent(long nowNs) {
    if (sinceNs == NEVER) {
      sinceNs = nowNs;
    }
  }

  /**
   * A request has ended.
   *
   * @param isAnswer whether the server said something
   * @param inFlight those that are left
   */
  void ended(long nowNs, boolean isAnswer, int inFlight) {
    if (isAnswer || inFlight == 0) {
      end(nowNs, inFlight + 1);
      sinceNs = inFlight == 0 ? NEVER : nowNs;
    }
  }

  /** Nothing is waited for any more. */
  void finish(long nowNs) {
    if (sinceNs != NEVER) {
      end(nowNs, 0);
      sinceNs = NEVER;
    }
  }

  private void end(long nowNs, long inFlight) {
    if (sinceNs == NEVER || nowNs - sinceNs < SHORTEST_NS) {
      return;
    }
    spans.add(new Silence(sinceNs, nowNs, inFlight));
    if (spans.size() > KEPT) {
      spans.remove(spans.stream().min(Comparator.comparingLong(Silence::lengthNs)).orElseThrow());
    }
  }

  /** Those of a part of the load, cut to it. */
  List<Silence> within(long startNs, long endNs) {
    List<Silence> within = new ArrayList<>();
    for (Silence span : spans) {
      Silence cut = new Silence(Math.max(span.startNs(), startNs), span.endNs(), span.inFlight());
      if (span.startNs() < endNs && cut.lengthNs() >= SHORTEST_NS) {
        within.add(cut);
      }
    }
    return within;
  }

  /** The times in which none of several loops had an answer. */
  static List<Silence> ofAll(List<List<Silence>> loops) {
    List<Silence> all = loops.isEmpty() ? List.of() : loops.getFirst();
    for (List<Silence> others : loops.subList(Math.min(1, loops.size()), loops.size())) {
      List<Silence> both = new ArrayList<>();
      for (Silence one : all) {
        for (Silence other : others) {
          Silence common =
              new Silence(
                  Math.max(one.startNs(), other.startNs()),
                  Math.min(one.endNs(), other.endNs()),
                  one.inFlight() + other.inFlight());
          if (common.lengthNs() >= SHORTEST_NS) {
            both.add(common);
          }
        }
      }
      all = both;
    }
    return all;
  }
}
