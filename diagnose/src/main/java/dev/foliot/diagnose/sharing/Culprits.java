package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.store.CodeSite;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The code that made the hits of watchpoints, in Java's terms. */
final class Culprits {
  private static final int MOST_SITES = 5;
  private static final int MOST_FRAMES = 12;

  private final TargetJvm jvm;
  private final Map<Long, CodePlace> places = new LinkedHashMap<>();

  Culprits(TargetJvm jvm) {
    this.jvm = jvm;
  }

  /** What is at an instruction; asked of the JVM once. */
  CodePlace place(long ip) {
    CodePlace known = places.get(ip);
    if (known == null) {
      known = jvm.place(ip);
      places.put(ip, known);
    }
    return known;
  }

  /** Where the touches were made, the largest share first, at most five places. */
  List<CodeSite> sites(Collection<Touch> touches) {
    return sites(touches, touch -> frames(place(touch.ip())));
  }

  /**
   * The same of writes to a word that keeps the type of a check: compiled code is named by the
   * check that wrote, as the bytecodes tell.
   *
   * @param word its address
   * @param types that were seen there
   */
  List<CodeSite> writes(Collection<Touch> touches, long word, Set<Long> types) {
    return sites(
        touches,
        touch -> {
          List<String> checks = CheckNames.of(jvm.checks(touch, word, types).candidates());
          return checks.isEmpty() ? frames(place(touch.ip())) : checks;
        });
  }

  private List<CodeSite> sites(Collection<Touch> touches, Function<Touch, List<String>> framesOf) {
    Map<List<String>, Group> groups = new LinkedHashMap<>();
    for (Touch touch : touches) {
      CodePlace place = place(touch.ip());
      List<String> key = new ArrayList<>(framesOf.apply(touch));
      if (!(place instanceof CodePlace.Compiled)) {
        // A stub or the interpreter serves all: who called it is the place.
        key.addAll(callers(touch));
      }
      groups.computeIfAbsent(key, k -> new Group(touch, place)).hits++;
    }
    List<Map.Entry<List<String>, Group>> sorted = new ArrayList<>(groups.entrySet());
    sorted.sort(
        Comparator.comparingInt((Map.Entry<List<String>, Group> entry) -> entry.getValue().hits)
            .reversed());
    List<CodeSite> sites = new ArrayList<>();
    for (Map.Entry<List<String>, Group> entry : sorted) {
      if (sites.size() < MOST_SITES) {
        List<String> frames = new ArrayList<>(entry.getKey());
        if (entry.getValue().place instanceof CodePlace.Compiled) {
          frames.addAll(callers(entry.getValue().first));
        }
        sites.add(
            new CodeSite(
                frames.subList(0, Math.min(MOST_FRAMES, frames.size())),
                (double) entry.getValue().hits / touches.size()));
      }
    }
    return List.copyOf(sites);
  }

  private List<String> callers(Touch touch) {
    List<String> frames = new ArrayList<>();
    int named = 0;
    for (CodePlace caller : jvm.callers(touch)) {
      for (String frame : frames(caller)) {
        // The interpreter's frames have no names: many say no more than one.
        if (frames.isEmpty() || !frames.get(frames.size() - 1).equals(frame)) {
          frames.add(frame);
        }
      }
      named = caller instanceof CodePlace.Compiled ? frames.size() : named;
      if (named >= MOST_FRAMES) {
        break;
      }
    }
    // What lies below the last one that is named is how threads start.
    return frames.subList(0, Math.max(named, Math.min(frames.size(), 1)));
  }

  private static List<String> frames(CodePlace place) {
    List<String> frames = new ArrayList<>();
    switch (place) {
      case CodePlace.Compiled compiled -> {
        for (JavaFrame frame : compiled.frames()) {
          // The instruction itself has no debug information: the nearest one's is taken.
          boolean near = frames.isEmpty() && !compiled.exact();
          frames.add(near ? frame.text() + " (or near)" : frame.text());
        }
        if (frames.isEmpty()) {
          frames.add("compiled code");
        }
      }
      case CodePlace.Interpreter interpreter -> frames.add("the interpreter");
      case CodePlace.Stub stub -> frames.add("HotSpot's stub " + stub.name());
      case CodePlace.Library library -> frames.add("native code of " + library.file());
      case CodePlace.Unknown unknown -> frames.add("unknown code");
    }
    return frames;
  }

  /** Touches at one place. */
  private static final class Group {
    private final Touch first;
    private final CodePlace place;
    private int hits;

    Group(Touch first, CodePlace place) {
      this.first = first;
      this.place = place;
    }
  }
}
