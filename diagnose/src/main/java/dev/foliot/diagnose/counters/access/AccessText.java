package dev.foliot.diagnose.counters.access;

import dev.foliot.hotspot.klass.KlassMap;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes sampled accesses in words. For one thread. */
public final class AccessText {
  private static final int MOST_KINDS = 8;
  private static final int MOST_LINES = 4;
  private static final int MOST_SHARED = 3;
  private static final int MOST_STRUCTURES = 4;
  private static final int MOST_FIELDS = 6;

  /** Fewer samples on a line are chance. */
  private static final int FEWEST = 5;

  private final AccessTally tally;
  private final DataPlaces places;

  /** Describes a tally with the places of its addresses. */
  public AccessText(AccessTally tally, DataPlaces places) {
    this.tally = tally;
    this.places = places;
  }

  /**
   * The complete result.
   *
   * @param how the sampling method and its duration
   */
  public AccessResult report(String how) {
    List<String> lookedAt = new ArrayList<>();
    lookedAt.add(how + ": " + shares());
    Map<Long, String> confirmed = new LinkedHashMap<>();
    int shared = 0;
    for (AccessTally.TouchedLine line : tally.sharedOfClasses(places)) {
      if ((line.isContended() || line.samples() >= FEWEST) && shared++ < MOST_SHARED) {
        String said = shared(line);
        lookedAt.add(said);
        if (line.isContended()) {
          classes(line).keySet().forEach(type -> confirmed.put(type.address(), said));
        }
      }
    }
    tally.hottest(MOST_LINES, FEWEST).forEach(line -> lookedAt.add(line(line)));
    return new AccessResult(
        lookedAt,
        confirmed.isEmpty()
            ? ""
            : "sampled accesses confirm that threads share a cache line of a class's structure",
        List.of(),
        confirmed);
  }

  private String shares() {
    List<String> kinds =
        tally.shares().stream()
            .limit(MOST_KINDS)
            .map(entry -> Numbers.percent(entry.getValue(), 1) + " " + entry.getKey().words())
            .toList();
    return Numbers.count(tally.placed(), "access")
        + " of "
        + Numbers.count(tally.threads(), "thread")
        + (kinds.isEmpty() ? "" : ": " + String.join(", ", kinds))
        + (tally.placeless() == 0
            ? ""
            : "; " + Numbers.count(tally.placeless()) + " more of which no address is known");
  }

  private String line(AccessTally.TouchedLine line) {
    List<String> found = new ArrayList<>();
    if (line.hitm() > 0) {
      found.add(Numbers.count(line.hitm()) + " found it changed in another core's cache (HITM)");
    }
    if (line.peer() > 0) {
      found.add(Numbers.count(line.peer()) + " got it from another core's cache (peer)");
    }
    if (line.meanWeight() > 0) {
      found.add("weight " + Numbers.fixed(line.meanWeight(), 0) + " on average");
    }
    return Numbers.percent(tally.share(line.samples()), 1)
        + " on one cache line: "
        + Numbers.count(line.loads(), "load")
        + ", "
        + Numbers.count(line.stores(), "store")
        + (found.isEmpty() ? "" : ", " + String.join(", ", found))
        + "; "
        + threads(line)
        + "; there lies "
        + content(line);
  }

  /**
   * If the processor does not report the kind of access, the thread counts as touching the line.
   */
  private static String threads(AccessTally.TouchedLine line) {
    String touched = "touched by " + Numbers.count(line.threads(), "thread");
    return line.loads() + line.stores() == 0
        ? touched
        : touched + " (" + line.readers() + " read it, " + line.writers() + " wrote to it)";
  }

  private String shared(AccessTally.TouchedLine line) {
    String what =
        Numbers.count(line.threads(), "thread touches", "threads touch")
            + " one line of "
            + content(line)
            + ", and "
            + Numbers.count(line.writers(), "of them writes", "of them write")
            + " to it: ";
    return line.isContended()
        ? "confirms sharing: "
            + what
            + Numbers.count(line.hitm() + line.peer())
            + " of "
            + Numbers.count(line.samples(), "sample")
            + " came from another core's cache"
        : "looks like sharing: "
            + what
            + "no sample was marked as found changed in another core's cache, which does not clear"
            + " it, since most loads of such a line wait for it in the fill buffers";
  }

  /** The content of a line, most touched first. */
  private String content(AccessTally.TouchedLine line) {
    Map<String, Long> said = new LinkedHashMap<>();
    classes(line)
        .forEach((type, fields) -> {
          String named =
              ranked(fields).limit(MOST_FIELDS).map(AccessText::withCount).collect(list());
          said.put(
              "Klass of "
                  + DataPlace.brief(type.name())
                  + " (loader "
                  + DataPlace.brief(type.loader())
                  + "): "
                  + named,
              fields.values().stream().mapToLong(Long::longValue).sum());
        });
    line.addresses()
        .forEach((address, samples) -> {
          DataPlace place = places.at(address);
          if (place.klass().isEmpty()) {
            said.merge(place.words(), samples, Long::sum);
          }
        });
    return ranked(said).limit(MOST_STRUCTURES).map(Map.Entry::getKey).collect(list());
  }

  /** The class fields on a line, with their number of samples. */
  private Map<LoadedClass, Map<String, Long>> classes(AccessTally.TouchedLine line) {
    Map<LoadedClass, Map<String, Long>> classes = new LinkedHashMap<>();
    line.addresses()
        .forEach((address, samples) -> {
          if (places.at(address).klass().isPresent()) {
            KlassMap.Place place = places.at(address).klass().get();
            classes
                .computeIfAbsent(place.type(), any -> new LinkedHashMap<>())
                .merge(DataPlaces.field(place), samples, Long::sum);
          }
        });
    return classes;
  }

  private static Stream<Map.Entry<String, Long>> ranked(Map<String, Long> counts) {
    return counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed());
  }

  private static Collector<CharSequence, ?, String> list() {
    return Collectors.joining(", ");
  }

  private static String withCount(Map.Entry<String, Long> entry) {
    return entry.getKey() + " (" + Numbers.count(entry.getValue()) + ")";
  }
}
