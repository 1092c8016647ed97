package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.JavaFrame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The code that touches one class's structure, and how often each thread runs it. An instruction is
 * at it when it is close to one that a watchpoint stopped at, or in the same compiled line of Java.
 * Immutable.
 */
final class TouchedCode {
  /** The check's instructions stand before the one that writes, in few bytes. */
  private static final long BEFORE = 96;

  private static final long AFTER = 32;

  /** With fewer touches of a thread, those of all tell better where it is. */
  private static final int FEWEST = 10;

  private final String className;
  private final Map<Integer, Double> perS;
  private final List<Spot> spots = new ArrayList<>();
  private final NavigableSet<Long> hits = new TreeSet<>();
  private final Set<String> lines = new HashSet<>();

  private record Spot(int tid, long ip, Optional<String> line) {}

  /**
   * Of a class.
   *
   * @param touches of its structure
   * @param perS touches a second, by thread
   */
  TouchedCode(
      String className, Collection<Touch> touches, Map<Integer, Double> perS, Culprits culprits) {
    this.className = className;
    this.perS = Map.copyOf(perS);
    for (Touch touch : touches) {
      Spot spot = new Spot(touch.tid(), touch.ip(), line(culprits.place(touch.ip())));
      spots.add(spot);
      hits.add(spot.ip());
      spot.line().ifPresent(lines::add);
    }
  }

  /**
   * Of a class that was watched.
   *
   * @param reads those of its reads that matter
   */
  static TouchedCode of(Suspect suspect, List<Touch> reads, Culprits culprits) {
    List<Touch> touches = new ArrayList<>(suspect.writes());
    touches.addAll(reads);
    return new TouchedCode(
        suspect.type().name(), touches, suspect.traffic().touchesPerS(), culprits);
  }

  /** The innermost line of Java, where the code is compiled and has debug information. */
  static Optional<String> line(CodePlace place) {
    if (place instanceof CodePlace.Compiled compiled && !compiled.frames().isEmpty()) {
      JavaFrame frame = compiled.frames().get(0);
      int where = frame.line() >= 0 ? frame.line() : frame.bci();
      return Optional.of(frame.className() + '.' + frame.method() + ':' + where);
    }
    return Optional.empty();
  }

  String className() {
    return className;
  }

  /** Whether no touch was seen. */
  boolean isEmpty() {
    return spots.isEmpty();
  }

  /** Whether a line of Java is known of any of it. */
  boolean hasLines() {
    return !lines.isEmpty();
  }

  boolean isNear(long ip) {
    Long next = hits.ceiling(ip - AFTER);
    return next != null && next <= ip + BEFORE;
  }

  boolean isOn(Optional<String> line) {
    return line.isPresent() && lines.contains(line.get());
  }

  /** How often a thread touches the class at an instruction of some line. */
  double perS(long ip, Optional<String> line, int tid) {
    double rate = perS.getOrDefault(tid, 0.0);
    if (rate <= 0 || !(isNear(ip) || isOn(line))) {
      return 0;
    }
    int all = 0;
    int allAt = 0;
    int own = 0;
    int ownAt = 0;
    for (Spot spot : spots) {
      boolean isNear = spot.ip() >= ip - AFTER && spot.ip() <= ip + BEFORE;
      int at = isNear || (line.isPresent() && spot.line().equals(line)) ? 1 : 0;
      all++;
      allAt += at;
      own += spot.tid() == tid ? 1 : 0;
      ownAt += spot.tid() == tid ? at : 0;
    }
    return own >= FEWEST ? rate * ownAt / own : rate * allAt / all;
  }

  /** How often all threads together do. */
  double perS(long ip, Optional<String> line) {
    double sum = 0;
    for (int tid : perS.keySet()) {
      sum += perS(ip, line, tid);
    }
    return sum;
  }
}
