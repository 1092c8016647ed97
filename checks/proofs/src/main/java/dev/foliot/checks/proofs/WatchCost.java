package dev.foliot.checks.proofs;

import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessTimes;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.Threads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Measures what a watch costs the JVM that it watches: its CPU time and its response times in
 * windows with and without, in pairs of random order, all in one process.
 *
 * <p>The JVM answers pings over a connection. They are due at a constant rate, and their response
 * times count from then on. The CPU time is the kernel's, to the nanosecond, of all its threads.
 */
public final class WatchCost {
  private static final Path ROOT = Path.of("/");
  private static final int FEATURE = 25;
  private static final int PAIRS = 6;
  private static final long SETTLED_MS = 3_000;
  private static final long WINDOW_NS = 7_000_000_000L;
  private static final double NS_PER_S = 1e9;
  private static final double MOST = 0.002;
  private static final long END_S = 30;

  private final Proof proof;
  private final FoliotCommand foliot;
  private final SplittableRandom random;
  private long watchTicks;
  private long watchedNs;
  private long watchBytes;

  private WatchCost(Proof proof, FoliotCommand foliot, SplittableRandom random) {
    this.proof = proof;
    this.foliot = foliot;
    this.random = random;
  }

  /** A JVM to be watched. */
  private enum Kind {
    /** It answers 50 pings a second, and works for none. */
    IDLE(50, 0, 20, false),
    /** 200 a second, with some work for each. */
    BUSY(200, 24, 20, false),
    /** The same with 2,000 threads, of which a thousand wake up each second. */
    THREADS(50, 0, 2_000, false),
    /** The busy one, with an access log and a flight recording. */
    ATTACHED(200, 24, 20, true);

    private final int perS;
    private final int work;
    private final int threads;
    private final boolean isAttached;

    Kind(int perS, int work, int threads, boolean isAttached) {
      this.perS = perS;
      this.work = work;
      this.threads = threads;
      this.isAttached = isAttached;
    }
  }

  /** What a window showed: CPU time in a second, and response times. */
  private record Window(double cpuNs, double p50Ns, double p99Ns) {}

  /** A kind that is played now. */
  private record Played(Kind kind, long pid, Socket pings, Path folder) {
    Path log() {
      return folder.resolve("access.log");
    }
  }

  /** Takes kinds, the number of pairs, and a seed. */
  public static void main(String[] args) throws Exception {
    Proof proof = new Proof(args);
    long seed = proof.seed();
    proof.tell("seed %d", seed);
    FoliotCommand foliot = FoliotCommand.built();
    boolean isMet = true;
    for (String name : proof.list("IDLE,BUSY,THREADS,ATTACHED")) {
      isMet &=
          new WatchCost(proof, foliot, new SplittableRandom(seed))
              .of(Kind.valueOf(name), proof.rounds(PAIRS));
    }
    System.exit(isMet ? 0 : 1);
  }

  private boolean of(Kind kind, int pairs) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path folder = Files.createTempDirectory("foliot-watch-cost");
    List<String> words =
        new ArrayList<>(
            List.of(
                Integer.toString(port),
                Integer.toString(kind.work),
                Integer.toString(kind.threads)));
    if (kind.isAttached) {
      words.add(folder.resolve("access.log").toString());
    }
    try (TargetProgram target =
            TargetProgram.start(
                InstalledJdk.home(FEATURE),
                "Pinged",
                List.of(TargetProgram.compile("Pinged", List.of())),
                words);
        Socket pings = new Socket(InetAddress.getLoopbackAddress(), port)) {
      pings.setTcpNoDelay(true);
      return of(new Played(kind, target.pid(), pings, folder), pairs);
    } finally {
      delete(folder);
    }
  }

  private boolean of(Played played, int pairs) throws Exception {
    proof.tell(
        "%n%s on JDK %d: %d pings/s, %d threads, %d pairs of windows of %.0f s",
        played.kind, FEATURE, played.kind.perS, played.kind.threads, pairs, WINDOW_NS / NS_PER_S);
    proof.tell(
        "| pair | first | CPU with, ms/s | without | p50 with, us | without | p99 with, us |"
            + " without |");
    proof.tell("|---|---|---|---|---|---|---|---|");
    List<Double> cpu = new ArrayList<>();
    List<Double> p50 = new ArrayList<>();
    List<Double> p99 = new ArrayList<>();
    window(played);
    if (played.kind.isAttached) {
      // the first recording of a JVM starts its recorder
      with(played);
    }
    watchTicks = 0;
    watchedNs = 0;
    for (int pair = 1; pair <= pairs; pair++) {
      boolean isWithFirst = random.nextBoolean();
      Window first = isWithFirst ? with(played) : window(played);
      Window second = isWithFirst ? window(played) : with(played);
      Window on = isWithFirst ? first : second;
      Window off = isWithFirst ? second : first;
      // of a JVM that does little, the share of a CPU; of a busy one that of its own time
      cpu.add((on.cpuNs - off.cpuNs) / (played.kind.work == 0 ? NS_PER_S : off.cpuNs));
      p50.add(on.p50Ns / off.p50Ns - 1);
      p99.add(on.p99Ns / off.p99Ns - 1);
      proof.tell(
          "| %d | %s | %.3f | %.3f | %.0f | %.0f | %.0f | %.0f |",
          pair,
          isWithFirst ? "with" : "without",
          on.cpuNs / 1e6,
          off.cpuNs / 1e6,
          on.p50Ns / 1e3,
          off.p50Ns / 1e3,
          on.p99Ns / 1e3,
          off.p99Ns / 1e3);
    }
    proof.tell(
        "the watch takes %.2f %% of a CPU and at most %.0f MB",
        100 * watchTicks * NS_PER_S / ClockTicks.of(ROOT).perSecond() / watchedNs,
        watchBytes / 1e6);
    tell("p50", Loss.of(p50));
    tell("p99", Loss.of(p99));
    return bar(played.kind, Loss.of(cpu));
  }

  private void tell(String what, Loss loss) {
    proof.tell(
        "%s is longer by %+.1f %% (median), interval %+.1f to %+.1f %%",
        what, 100 * loss.median(), 100 * loss.interval().low(), 100 * loss.interval().high());
  }

  /** Missed only where the loss is shown to be greater: short windows decide little. */
  private boolean bar(Kind kind, Loss loss) {
    boolean isShown = loss.interval().high() <= MOST;
    return proof.bar(
        loss.interval().low() <= MOST,
        "%s loses %+.3f %% of %s, 95 %% interval %+.3f to %+.3f %%; the bar of 0.2 %% is %s",
        kind,
        100 * loss.median(),
        kind.work == 0 ? "a CPU" : "its CPU time",
        100 * loss.interval().low(),
        100 * loss.interval().high(),
        isShown ? "kept" : "not decided: more pairs, or a quieter machine");
  }

  private Window with(Played played) throws Exception {
    List<String> options = new ArrayList<>(List.of("--store", played.folder.toString()));
    if (played.kind.isAttached) {
      options.addAll(List.of("--requests", played.log().toString(), "--attach"));
    }
    Process watch = foliot.watch(played.pid, options);
    try {
      Thread.sleep(SETTLED_MS);
      long before = ticks(watch.pid());
      long startNs = System.nanoTime();
      Window window = window(played);
      watchedNs += System.nanoTime() - startNs;
      watchTicks += ticks(watch.pid()) - before;
      watchBytes = Math.max(watchBytes, FoliotCommand.peakBytes(watch.pid()));
      if (!watch.isAlive()) {
        throw new IOException("the watch has ended with " + watch.exitValue());
      }
      return window;
    } finally {
      watch.destroy();
      if (!watch.waitFor(END_S, TimeUnit.SECONDS)) {
        watch.destroyForcibly();
      }
    }
  }

  private static Window window(Played played) throws IOException {
    int pings = (int) (played.kind.perS * WINDOW_NS / NS_PER_S);
    long[] tookNs = new long[pings];
    long cpuNs = cpuNs(played.pid);
    long startNs = System.nanoTime();
    for (int i = 0; i < pings; i++) {
      long dueNs = startNs + (long) (i * NS_PER_S / played.kind.perS);
      for (long left = dueNs - System.nanoTime(); left > 0; left = dueNs - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      played.pings.getOutputStream().write(1);
      if (played.pings.getInputStream().read() < 0) {
        throw new IOException("the JVM has ended");
      }
      tookNs[i] = System.nanoTime() - dueNs;
    }
    double lengthNs = System.nanoTime() - startNs;
    double usedNs = cpuNs(played.pid) - cpuNs;
    Arrays.sort(tookNs);
    return new Window(
        usedNs * NS_PER_S / lengthNs, tookNs[pings / 2], tookNs[(int) (pings * 0.99)]);
  }

  /** Of all threads that there are. */
  private static long cpuNs(long pid) {
    long sum = 0;
    for (long tid : Threads.of(ROOT, pid).orElse(List.of())) {
      if (SchedStat.of(ROOT, pid, tid) instanceof Reading.Value<SchedStat>(SchedStat stat)) {
        sum += stat.onCpuNs();
      }
    }
    return sum;
  }

  private static long ticks(long pid) {
    return ProcessTimes.of(ROOT, pid) instanceof Reading.Value<ProcessTimes>(ProcessTimes times)
        ? times.userTicks()
            + times.systemTicks()
            + times.reapedUserTicks()
            + times.reapedSystemTicks()
        : 0;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
