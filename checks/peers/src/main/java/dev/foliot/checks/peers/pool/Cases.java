package dev.foliot.checks.peers.pool;

import java.util.List;
import java.util.stream.Stream;

/**
 * All cases, by part.
 *
 * <p>Warm-ups last until the compilers have finished, in the search for the best size too. Before
 * that, many runnable threads keep the compilers from the CPUs, and a pool with too many threads
 * looks fast during the measurement.
 */
final class Cases {
  /** The parts, in the order of their runs. */
  static final List<String> PARTS =
      List.of("ramp", "permits", "cpu", "mixed", "burst", "empty", "short");

  private static final int SHORT_CALLERS = 16;

  private final Length length;

  Cases(Length length) {
    this.length = length;
  }

  /**
   * The cases of a part.
   *
   * @throws IllegalArgumentException for an unknown part
   */
  List<Case> of(String part) {
    return switch (part) {
      case "ramp" -> List.of(ramp());
      case "permits" -> List.of(permits());
      case "cpu" -> List.of(cpu());
      case "mixed" -> List.of(mixed());
      case "burst" -> List.of(burst());
      case "empty" ->
          List.of(
              empty("fromOutside", EmptyTasks.PRODUCERS), empty("fromTasks", EmptyTasks.CHAINS));
      case "short" -> List.of(shortTasks(1), shortTasks(2));
      default ->
          throw new IllegalArgumentException(
              "no part " + part + "; there are " + String.join(", ", PARTS));
    };
  }

  /** The case of that name. */
  Case named(String name) {
    return PARTS.stream()
        .flatMap(part -> of(part).stream())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no case " + name));
  }

  private Case ramp() {
    return new Case(
        "ramp",
        "300 callers, 200 ms blocked, all at once",
        0,
        Kind.RAMP,
        List.of(new Step("300", 300, Work.blocked(200), 1, length.pick(4, 4, 2, 2))),
        0.95 * 1500,
        length.pick(20, 60, 3, 8),
        sizes(128, 300, 300));
  }

  private Case permits() {
    double warmUpS = length.pick(20, 41, 0.7, 1.5);
    return new Case(
        "permits",
        "1000 callers, 20 ms behind 10 permits",
        0,
        Kind.STEPS,
        List.of(new Step("1000", 1000, Work.behind(10, 20), warmUpS, length.pick(3, 3, 1.5, 1))),
        0,
        0,
        sizes(8, 64, 12));
  }

  private Case cpu() {
    double warmUpS = length.pick(10, 12, 5, 0.7);
    return new Case(
        "cpu",
        "64 callers, 100 us of CPU",
        0,
        Kind.STEPS,
        List.of(new Step("64", 64, Work.cpu(100), warmUpS, length.pick(3, 3, 2, 1))),
        0,
        0,
        sizes(1, 64, 4));
  }

  private Case mixed() {
    Work work = Work.mixed(50, 2);
    double measureS = length.pick(2.5, 2.5, 1.5, 0.8);
    return new Case(
        "mixed",
        "50 us of CPU, 2 ms blocked, 50 us of CPU",
        0,
        Kind.STEPS,
        List.of(
            new Step("16 callers", 16, work, length.pick(8, 8, 4, 0.5), measureS),
            new Step("64 callers", 64, work, length.pick(2, 8, 1, 0.5), measureS)),
        0,
        0,
        sizes(8, 64, 45));
  }

  private Case burst() {
    return new Case(
        "burst",
        "3000 tasks at once, 1 s blocked each",
        0,
        Kind.BURST,
        List.of(new Step("3000", 3000, Work.blocked(1000), 0, 0)),
        0,
        length.pick(20, 60, 5, 8),
        sizes(1024, 3000, 3000));
  }

  private Case empty(String benchmark, int callers) {
    Step step =
        new Step(
            benchmark, callers, Work.cpu(0), length.pick(3, 4, 2, 0.5), length.pick(2, 2, 1, 0.5));
    return new Case(
        benchmark,
        callers == EmptyTasks.PRODUCERS
            ? "empty tasks (JMH), from two threads outside"
            : "empty tasks (JMH), 64 chains of tasks that submit each other",
        0,
        Kind.JMH,
        List.of(step),
        0,
        0,
        sizes(1, 16, 2));
  }

  private Case shortTasks(int cpus) {
    return new Case(
        "short" + cpus,
        "16 callers, short tasks on " + (cpus == 1 ? "one CPU" : "two CPUs"),
        cpus,
        Kind.TURNS,
        Stream.of(50, 100, 500, 1000)
            .map(us ->
                new Step(
                    us / 1000.0 + " ms",
                    SHORT_CALLERS,
                    Work.cpu(us),
                    length.pick(1, 1, 0.7, 0.15),
                    length.pick(1.2, 1.2, 0.6, 0.4)))
            .toList(),
        0,
        0,
        sizes(1, SHORT_CALLERS, cpus));
  }

  private Grid sizes(int least, int most, int known) {
    return length == Length.SHORT ? Grid.only(known) : new Grid(least, most);
  }
}
