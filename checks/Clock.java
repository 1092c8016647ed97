import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The clock of CI: judges how long test classes took, and which tests were skipped.
 *
 * <p>{@code watch RECORD PID} records until it is ended what PID with its children and all others
 * use of the CPUs, and the CPU time of a fixed piece of work. {@code judge RECORD FOLDER SKIPS
 * BUDGET_S CLASS_S} reads Surefire's reports below a folder that are younger than the record. It
 * prints the twenty slowest classes, and exits with 1 if their sum or one of them takes too long,
 * or if a test was skipped that SKIPS does not name with a reason.
 *
 * <p>The limits are for two quiet CPUs of the reference speed. On another machine they are
 * multiplied by its slowness, and by what other processes took of the CPUs, both while the class
 * ran: a host that others use is slower than at night.
 */
final class Clock {
  /**
   * CPU time of {@link #work} beside tests on the machine of the documented times. Alone it took
   * 3,300 there. The rest is estimated: on another machine it took 8 % more or so beside tests.
   */
  private static final double REFERENCE_US = 3_600;

  private static final int ROUNDS = 100;
  private static final int SORTED = 1 << 16;
  private static final long EVERY_MS = 5_000;
  private static final int SHOWN = 20;
  private static final int REFERENCE_CPUS = 2;

  /** Where others take more than this, no factor is credible. */
  private static final double MOST_OF_OTHERS = 0.8;

  /** The kernel counts CPU time in hundredths of a second. */
  private static final int TICK_MS = 10;

  private Clock() {}

  public static void main(String[] args) throws Exception {
    List<String> words = List.of(args);
    if (words.size() == 3 && words.getFirst().equals("watch")) {
      watch(Path.of(words.get(1)), Long.parseLong(words.get(2)));
    } else if (words.size() == 6 && words.getFirst().equals("judge")) {
      Load load = Load.read(Path.of(words.get(1)));
      List<TestClass> classes = TestClass.below(Path.of(words.get(2)), load.startMs());
      Map<String, String> skips = skips(Path.of(words.get(3)));
      double budgetS = Double.parseDouble(words.get(4));
      double classS = Double.parseDouble(words.get(5));
      System.exit(judge(load, classes, skips, budgetS, classS) ? 0 : 1);
    } else {
      System.err.println("Clock: watch RECORD PID, or judge RECORD FOLDER SKIPS BUDGET_S CLASS_S");
      System.exit(2);
    }
  }

  // --- the machine ------------------------------------------------------------------------------

  private static void watch(Path record, long pid) throws IOException, InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      work();
    }
    Path part = record.resolveSibling(record.getFileName() + ".part");
    Files.writeString(part, Sample.now(pid).line());
    Files.move(part, record, StandardCopyOption.REPLACE_EXISTING);
    while (ProcessHandle.of(pid).isPresent()) {
      Thread.sleep(EVERY_MS);
      append(record, Sample.now(pid));
    }
  }

  private static void append(Path record, Sample sample) throws IOException {
    Files.writeString(record, sample.line(), StandardOpenOption.APPEND);
  }

  /** Sorts numbers, and returns the CPU time that it took, in microseconds. */
  private static long work() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long startNs = threads.getCurrentThreadCpuTime();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SORTED);
    long[] numbers = random.longs(SORTED).toArray();
    Arrays.sort(numbers);
    // a number is used, so that no compiler leaves the work out
    return numbers[SORTED / 2] == 0 ? 0 : (threads.getCurrentThreadCpuTime() - startNs) / 1_000;
  }

  /**
   * CPU time at a moment.
   *
   * @param atMs time of day
   * @param cpus how many there are
   * @param usedMs by all processes, and what a hypervisor took
   * @param ownMs by one process, its live children, and their children that ended
   * @param roundUs of a fixed piece of work
   */
  private record Sample(long atMs, int cpus, long usedMs, long ownMs, long roundUs) {
    static Sample now(long pid) throws IOException {
      Path stat = Path.of("/proc/stat");
      if (!Files.exists(stat)) {
        return new Sample(System.currentTimeMillis(), 1, 0, 0, work());
      }
      List<String> lines = Files.readAllLines(stat);
      int cpus = (int) lines.stream().filter(line -> line.matches("cpu\\d.*")).count();
      String[] all = lines.getFirst().trim().split(" +");
      long used = 0;
      // user, nice, system, idle, iowait, irq, softirq, steal
      for (int column : new int[] {1, 2, 3, 6, 7, 8}) {
        used += Long.parseLong(all[column]);
      }
      long ownMs = own(pid) * TICK_MS;
      return new Sample(System.currentTimeMillis(), cpus, used * TICK_MS, ownMs, work());
    }

    private static long own(long pid) {
      long ticks = ticks(pid);
      for (ProcessHandle child :
          ProcessHandle.of(pid).map(ProcessHandle::descendants).orElse(Stream.of()).toList()) {
        ticks += ticks(child.pid());
      }
      return ticks;
    }

    /** Its own and those of its children that ended. */
    private static long ticks(long pid) {
      try {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] columns = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = 0;
        for (int column = 11; column <= 14; column++) {
          ticks += Long.parseLong(columns[column]);
        }
        return ticks;
      } catch (IOException e) {
        // it has just ended, and is among its parent's
        return 0;
      }
    }

    String line() {
      return "%d %d %d %d %d%n".formatted(atMs, cpus, usedMs, ownMs, roundUs);
    }

    static Sample of(String line) {
      String[] columns = line.split(" ");
      return new Sample(
          Long.parseLong(columns[0]),
          Integer.parseInt(columns[1]),
          Long.parseLong(columns[2]),
          Long.parseLong(columns[3]),
          Long.parseLong(columns[4]));
    }
  }

  /**
   * The machine during a run, or a part of it.
   *
   * @param samples in the order of time
   */
  private record Load(List<Sample> samples) {
    static Load read(Path record) throws IOException {
      return new Load(Files.readAllLines(record).stream().map(Sample::of).toList());
    }

    long startMs() {
      return samples.getFirst().atMs();
    }

    /** The samples around two times. */
    Load between(long fromMs, long toMs) {
      int from = 0;
      int to = samples.size() - 1;
      for (int i = 0; i < samples.size(); i++) {
        if (samples.get(i).atMs() <= fromMs) {
          from = i;
        }
        if (samples.get(i).atMs() >= toMs) {
          to = i;
          break;
        }
      }
      return new Load(samples.subList(Math.min(from, to), to + 1));
    }

    /** By how much its time may exceed a limit. */
    double factor() {
      double cpus = Math.max(1, REFERENCE_CPUS / (double) samples.getFirst().cpus());
      return Math.max(1, slowness()) * cpus / (1 - Math.min(MOST_OF_OTHERS, others()));
    }

    /** How much more CPU time the same work needs than on the reference machine: the median. */
    double slowness() {
      long[] rounds = samples.stream().mapToLong(Sample::roundUs).sorted().toArray();
      return rounds[rounds.length / 2] / REFERENCE_US;
    }

    /** The share of the CPUs that others used. */
    double others() {
      Sample from = samples.getFirst();
      Sample to = samples.getLast();
      long elapsedMs = (to.atMs() - from.atMs()) * from.cpus();
      long ownMs = Math.max(0, to.ownMs() - from.ownMs());
      long others = Math.max(0, to.usedMs() - from.usedMs() - ownMs);
      return elapsedMs == 0 ? 0 : others / (double) elapsedMs;
    }
  }

  // --- the tests --------------------------------------------------------------------------------

  /**
   * A test class on a JDK.
   *
   * @param name its name, and the JDK where it is the second
   * @param seconds how long it took
   * @param endMs when it ended
   * @param counts of tests, failures and errors
   * @param skipped the names of skipped tests with Surefire's reason
   */
  private record TestClass(
      String name,
      double seconds,
      long endMs,
      Map<String, Integer> counts,
      Map<String, String> skipped) {
    static List<TestClass> below(Path folder, long sinceMs) throws IOException, XMLStreamException {
      PathMatcher report =
          FileSystems.getDefault().getPathMatcher("glob:**/target/surefire-reports*/TEST-*.xml");
      List<TestClass> classes = new ArrayList<>();
      try (Stream<Path> files = Files.walk(folder.toRealPath())) {
        for (Path file : files.filter(report::matches).sorted().toList()) {
          long endMs = Files.getLastModifiedTime(file).toMillis();
          if (endMs >= sinceMs) {
            classes.add(read(file, endMs));
          }
        }
      }
      return classes;
    }

    private static TestClass read(Path file, long endMs) throws IOException, XMLStreamException {
      String folder = file.getParent().getFileName().toString();
      String jdk = folder.replaceAll("surefire-reports-?", "");
      String name = "";
      double seconds = 0;
      Map<String, Integer> counts = new HashMap<>();
      Map<String, String> skipped = new TreeMap<>();
      String test = "";
      XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      try (var in = Files.newInputStream(file)) {
        XMLStreamReader xml = factory.createXMLStreamReader(in);
        while (xml.hasNext()) {
          if (xml.next() != XMLStreamConstants.START_ELEMENT) {
            continue;
          }
          switch (xml.getLocalName()) {
            case "testsuite" -> {
              name = xml.getAttributeValue(null, "name") + (jdk.isEmpty() ? "" : " on " + jdk);
              seconds = Double.parseDouble(xml.getAttributeValue(null, "time").replace(",", ""));
              for (String count : List.of("tests", "failures", "errors")) {
                counts.put(count, Integer.valueOf(xml.getAttributeValue(null, count)));
              }
            }
            case "testcase" -> {
              String method = xml.getAttributeValue(null, "name").replaceAll("[({\\[ ].*", "");
              test =
                  xml.getAttributeValue(null, "classname") + (method.isEmpty() ? "" : "#" + method);
            }
            case "skipped" -> {
              String message = xml.getAttributeValue(null, "message");
              skipped.put(test, message == null ? "" : message.lines().findFirst().orElse(""));
            }
            default -> {}
          }
        }
      }
      return new TestClass(name, seconds, endMs, counts, skipped);
    }

    int count(String what) {
      return counts.getOrDefault(what, 0);
    }

    double factor(Load load) {
      return load.between(endMs - (long) (seconds * 1e3), endMs).factor();
    }
  }

  /** A class, or a class and a method behind #; then the reason. */
  private static Map<String, String> skips(Path file) throws IOException {
    Map<String, String> skips = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.strip().split("\\s+", 2);
        if (parts.length < 2) {
          throw new IOException(file + ": a skipped test without a reason: " + line);
        }
        skips.put(parts[0], parts[1]);
      }
    }
    return skips;
  }

  // --- the judgement ----------------------------------------------------------------------------

  private static boolean judge(
      Load load,
      List<TestClass> classes,
      Map<String, String> skips,
      double budgetS,
      double classS) {
    List<String> faults = new ArrayList<>();
    double sumS = classes.stream().mapToDouble(TestClass::seconds).sum();
    print(
        "slowness of the machine %.2f; others used %.0f %% of the CPUs; so limits are multiplied by"
            + " %.2f",
        load.slowness(), 100 * load.others(), load.factor());
    print("%8s %8s  the slowest of %d test classes", "s", "limit", classes.size());
    classes.stream()
        .sorted(Comparator.comparingDouble(TestClass::seconds).reversed())
        .limit(SHOWN)
        .forEach(
            one -> print("%8.1f %8.1f  %s", one.seconds(), classS * one.factor(load), one.name()));
    print("%8.1f %8.1f  all of them", sumS, budgetS * load.factor());
    for (TestClass one : classes) {
      double limitS = classS * one.factor(load);
      if (one.seconds() > limitS) {
        faults.add(text("%s took %.1f s, of at most %.1f s", one.name(), one.seconds(), limitS));
      }
    }
    if (sumS > budgetS * load.factor()) {
      faults.add(text("all classes took %.0f s, of at most %.0f s", sumS, budgetS * load.factor()));
    }
    skipped(classes, skips, faults);
    print(
        "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d",
        sum(classes, "tests"),
        sum(classes, "failures"),
        sum(classes, "errors"),
        classes.stream().mapToInt(one -> one.skipped().size()).sum());
    if (classes.isEmpty()) {
      faults.add("no test was run");
    }
    faults.forEach(fault -> System.err.println("Clock: " + fault));
    return faults.isEmpty();
  }

  private static void skipped(
      List<TestClass> classes, Map<String, String> skips, List<String> faults) {
    Set<String> said = new HashSet<>();
    for (TestClass one : classes) {
      one.skipped()
          .forEach((test, why) -> {
            String reason = skips.getOrDefault(test, skips.get(test.replaceAll("#.*", "")));
            if (reason == null) {
              faults.add(text("%s was skipped (%s), and is not on the list", test, why));
            } else if (said.add(test)) {
              print("skipped: %s: %s", test, reason);
            }
          });
    }
  }

  private static int sum(List<TestClass> classes, String what) {
    return classes.stream().mapToInt(one -> one.count(what)).sum();
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static void print(String format, Object... values) {
    System.out.println(text(format, values));
  }
}
