package plants;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What makes requests slow, in the order in which it is played. */
enum Plant {
  /** A job asks for a full collection. */
  FULL_COLLECTION(true, 0, Set.of("gc-pause")),
  /** A job holds a lock that each request needs. */
  HELD_LOCK(true, 500, Set.of("monitor")),
  /** A thread is late for a safepoint that another one asks for. */
  LATE_SAFEPOINT(true, 0, Set.of("time-to-safepoint")),
  /** Single requests load the classes of a library. */
  CLASS_LOADING(true, 1_000, Set.of("class-loading")),
  /** Single requests force what they wrote to the disk. */
  FSYNC(true, 1_000, Set.of("fsync")),
  /** What each request asks is slow, and has four connections: requests wait for one. */
  SLOW_DEPENDENCY(true, 1_000, Set.of("socket-io", "park")),
  /** The control group of the server has a quota of a thirtieth of a CPU. */
  THROTTLING(true, 1_000, Set.of("throttling")),
  /** Nothing. */
  NOTHING(false, 0, Set.of()),
  /** Eight threads of another process use all CPUs. */
  CPU_HOG(false, 0, Set.of("run-queue")),
  /** A second load sends nine times as many requests, which wait for a CPU or for who has none. */
  TENFOLD_LOAD(false, 0, Set.of("run-queue", "park"));

  private static final int STALLS = 5;
  private static final long BEFORE_MS = 5_000;
  private static final long AFTER_MS = 5_000;
  private static final long LONGEST_MS = 30_000;

  private final boolean isStalls;
  private final long stallMs;
  private final Set<String> causes;

  Plant(boolean isStalls, long stallMs, Set<String> causes) {
    this.isStalls = isStalls;
    this.stallMs = stallMs;
    this.causes = causes;
  }

  /** From one moment to another, in milliseconds since 1970. */
  record Span(long fromMs, long toMs) {}

  /** When everything is played: each plant in a cell of its own. */
  record Schedule(long startMs, long cellMs) {
    /** The cell of a plant. */
    Span cell(Plant plant) {
      long fromMs = startMs + plant.ordinal() * cellMs;
      return new Span(fromMs, fromMs + cellMs);
    }

    /** When a plant is played within its cell: five stalls, or one time. */
    List<Span> spans(Plant plant) {
      Span cell = cell(plant);
      long roomMs = cellMs - BEFORE_MS - AFTER_MS;
      long beginMs = cell.fromMs + BEFORE_MS;
      if (plant == NOTHING) {
        return List.of(new Span(cell.fromMs + 1_000, cell.toMs));
      }
      if (!plant.isStalls) {
        long lengthMs = Math.min(LONGEST_MS, roomMs * 2 / 5);
        return List.of(new Span(beginMs + 3_000, beginMs + 3_000 + lengthMs));
      }
      return java.util.stream.LongStream.range(0, STALLS)
          .map(i -> beginMs + i * roomMs / STALLS)
          .mapToObj(fromMs -> new Span(fromMs, fromMs + plant.stallMs))
          .toList();
    }
  }

  /** As in tables: {@code held-lock}. */
  String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Prints {@code PLANT FROM_MS TO_MS CAUSES} of each cell: {@code Plant START_MS CELL_MS}. */
  public static void main(String[] args) {
    Schedule schedule = new Schedule(Long.parseLong(args[0]), Long.parseLong(args[1]));
    for (Plant plant : values()) {
      Span cell = schedule.cell(plant);
      Span first = schedule.spans(plant).get(0);
      System.out.printf(
          "%s %d %d %d %d %s%n",
          plant.code(),
          cell.fromMs,
          cell.toMs,
          first.fromMs,
          first.toMs,
          plant.causes.isEmpty() ? "-" : String.join(",", plant.causes.stream().sorted().toList()));
    }
  }
}
