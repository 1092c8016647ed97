package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.store.diagnosis.CodeSite;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Finds the code behind watchpoint hits, in terms of Java. */
final class WritingCode {
  private static final int MOST_SITES = 5;
  private static final int MOST_FRAMES = 12;

  /** More candidates for one check are no answer. */
  private static final int MOST_CHECKS = 3;

  private final TargetJvm jvm;
  private final Map<Long, CodePlace> places = new LinkedHashMap<>();

  WritingCode(TargetJvm jvm) {
    this.jvm = jvm;
  }

  /** The code at an instruction; the JVM is asked once. */
  CodePlace place(long ip) {
    CodePlace known = places.get(ip);
    if (known == null) {
      known = jvm.place(ip);
      places.put(ip, known);
    }
    return known;
  }

  /** The places of the hits, the largest share first, at most five. */
  List<CodeSite> sites(Collection<Hit> hits) {
    return sites(hits, hit -> frames(place(hit.registers().ip())));
  }

  /**
   * The places of writes to a word that holds a checked type. Compiled code is named by the check
   * that wrote, found by bytecodes.
   *
   * @param word its address
   * @param types observed values
   */
  List<CodeSite> writes(Collection<Hit> hits, long word, Set<Long> types) {
    return sites(
        hits,
        hit -> {
          List<String> checks = check(jvm.checks(hit, word, types).candidates());
          return checks.isEmpty() ? frames(place(hit.registers().ip())) : checks;
        });
  }

  private List<CodeSite> sites(Collection<Hit> hits, Function<Hit, List<String>> framesOf) {
    Map<List<String>, Group> groups = new LinkedHashMap<>();
    for (Hit hit : hits) {
      CodePlace place = place(hit.registers().ip());
      List<String> key = new ArrayList<>(framesOf.apply(hit));
      if (!(place instanceof CodePlace.Compiled)) {
        // A stub or the interpreter serves all code: the caller is the place.
        key.addAll(callers(hit));
      }
      groups.computeIfAbsent(key, k -> new Group(hit, place)).hits++;
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
                (double) entry.getValue().hits / hits.size()));
      }
    }
    return List.copyOf(sites);
  }

  private List<String> callers(Hit hit) {
    List<String> frames = new ArrayList<>();
    int named = 0;
    for (CodePlace caller : jvm.callers(hit)) {
      for (String frame : frames(caller)) {
        // Frames of the interpreter have no names: repeated ones add nothing.
        if (frames.isEmpty() || !frames.get(frames.size() - 1).equals(frame)) {
          frames.add(frame);
        }
      }
      named = caller instanceof CodePlace.Compiled ? frames.size() : named;
      if (named >= MOST_FRAMES) {
        break;
      }
    }
    // The frames below the last named one are the start of the thread.
    return frames.subList(0, Math.max(named, Math.min(frames.size(), 1)));
  }

  private static List<String> frames(CodePlace place) {
    List<String> frames = new ArrayList<>();
    switch (place) {
      case CodePlace.Compiled compiled -> {
        for (JavaFrame frame : compiled.frames()) {
          // The instruction has no debug information: the nearest one's is used.
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

  /**
   * The frames of one place with several candidate checks, innermost first.
   *
   * <p>The innermost frame is the check, with its alternatives. Then come the outermost callers
   * that all candidates share. Empty without candidates, or with too many.
   */
  static List<String> check(List<List<JavaFrame>> candidates) {
    Set<String> checks = new LinkedHashSet<>();
    for (List<JavaFrame> candidate : candidates) {
      checks.add(candidate.getFirst().text());
    }
    if (checks.isEmpty() || checks.size() > MOST_CHECKS) {
      return List.of();
    }
    Iterator<String> each = checks.iterator();
    StringBuilder first = new StringBuilder(each.next());
    if (each.hasNext()) {
      first.append(" (or ").append(each.next());
      each.forEachRemaining(other -> first.append(" or ").append(other));
      first.append(')');
    }
    List<String> frames = new ArrayList<>();
    frames.add(first.toString());
    List<JavaFrame> one = candidates.getFirst();
    one.subList(one.size() - shared(candidates), one.size())
        .forEach(frame -> frames.add(frame.text()));
    return List.copyOf(frames);
  }

  /** The number of outermost callers that all candidates share. */
  private static int shared(List<List<JavaFrame>> candidates) {
    int shared = Integer.MAX_VALUE;
    List<JavaFrame> one = candidates.getFirst();
    for (List<JavaFrame> other : candidates) {
      int most = Math.min(shared, Math.min(one.size(), other.size()) - 1);
      shared = 0;
      while (shared < most
          && one.get(one.size() - 1 - shared).equals(other.get(other.size() - 1 - shared))) {
        shared++;
      }
    }
    return shared;
  }

  /** Hits at one place. */
  private static final class Group {
    private final Hit first;
    private final CodePlace place;
    private int hits;

    Group(Hit first, CodePlace place) {
      this.first = first;
      this.place = place;
    }
  }
}
