package dev.foliot.watch;

import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Kernel;
import dev.foliot.store.StoreException;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchFiles;
import dev.foliot.store.watch.WatchFrame;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.watch.read.JvmReader;
import dev.foliot.watch.requests.RequestWatch;
import dev.foliot.watch.totals.RequestTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Watches JVMs until it is interrupted, or until the only one has ended. One thread runs it, and
 * another one diagnoses.
 *
 * <p>A JVM is looked at ten times a second, and around a long stop two hundred times. Its figures
 * are read each second and written every ten. What is written stays readable if this process is
 * killed; while nothing can be written it goes on, and says so.
 */
public final class WatchRun {
  private static final long NS_PER_MS = 1_000_000;
  private static final long NS_PER_S = 1_000_000_000;
  private static final long SCAN_NS = 5 * NS_PER_S;

  /** The wall clock was set, or the machine slept: so much between it and the steady one. */
  private static final long STEP_NS = NS_PER_S / 2;

  /** This process itself stood still. */
  private static final long GAP_NS = 2 * NS_PER_S;

  /** All diagnoses together may use this part of the time. */
  private static final double LOOKS = 0.01;

  private static final double FIRST_LOOK_S = 3;

  private final WatchPlan plan;
  private final Path folder;
  private final Listener listener;
  private final Look look;
  private final Clock clock;
  private final @Nullable RequestWatch requests;
  private final JvmScan scan;
  private final Map<Long, WatchedJvm> watched = new HashMap<>();
  private final EndedJvms ended;
  private final String host;
  private final List<WatchRecord.Jvm> jvms = new ArrayList<>();
  private int watchedUntilNow;
  private final Queue<Looked> looked = new ConcurrentLinkedQueue<>();
  private final ExecutorService looking =
      Executors.newSingleThreadExecutor(
          task -> Thread.ofPlatform().daemon().name("foliot-look").unstarted(task));
  private long lastLookMs = Long.MIN_VALUE;
  private double lookedCpuS;
  private long offsetNs;

  /** Learns what happens, on the watching thread. */
  public interface Listener {
    /** An episode began, ended, or was diagnosed. */
    void episode(WatchRecord.Jvm jvm, Episode episode);

    /** Something about the watch itself. */
    void note(String text);

    /**
     * What was read in a second.
     *
     * @param requests all since the watch began; null without an access log
     */
    default void second(
        WatchRecord.Jvm jvm, WatchSecond second, @Nullable RequestTotals requests) {}

    /** A JVM is no longer watched. */
    default void ended(WatchRecord.Jvm jvm) {}
  }

  /** Diagnoses a JVM. */
  public interface Look {
    /**
     * Diagnoses it for a second or two.
     *
     * @param folder where its result belongs
     * @param number of the episode
     */
    Result of(long pid, Path folder, int number) throws InterruptedException;

    /**
     * What it gave.
     *
     * @param found empty if it failed
     * @param cpuS the CPU time that it used, in seconds
     */
    record Result(Optional<Episode.Found> found, double cpuS) {}
  }

  /** The clocks. */
  public interface Clock {
    /** As {@link System#nanoTime}. */
    long nanos();

    /** Nanoseconds since 1970. */
    long epochNs();

    /** Waits, at most so long, or until this thread is interrupted. */
    void await(long ns);
  }

  /** A diagnosis that has ended. */
  private record Looked(long pid, int number, Look.Result result) {}

  /**
   * A watch.
   *
   * @param folder of the run, which exists
   * @param requests those of the first JVM; null for none. It is closed at the end
   */
  public WatchRun(
      WatchPlan plan,
      Path folder,
      Listener listener,
      Look look,
      @Nullable RequestWatch requests,
      Clock clock) {
    this.plan = plan;
    this.folder = folder;
    this.listener = listener;
    this.look = look;
    this.clock = clock;
    this.requests = requests;
    this.ended = new EndedJvms(folder, plan);
    this.host = new Kernel(plan.root()).hostname().orElse("");
    this.scan = new JvmScan(plan.root(), plan.which());
  }

  /**
   * Watches until the calling thread is interrupted, the time is over, or the only process has
   * ended.
   *
   * @return unavailable if the only process cannot be watched
   */
  public Reading<Boolean> run() {
    offsetNs = clock.epochNs() - clock.nanos();
    writeRecord();
    try {
      long nowNs = clock.nanos();
      if (plan.which().only().isPresent()) {
        long pid = plan.which().only().getAsLong();
        switch (JvmReader.open(plan.root(), pid, nowNs)) {
          case Reading.Unavailable<JvmReader> none -> {
            return none.retyped();
          }
          case Reading.Value<JvmReader>(JvmReader reader) -> add(reader, false);
        }
        Optional<Reason> refused = refused();
        if (refused.isPresent()) {
          return Reading.unavailable(refused.get());
        }
      }
      watch(clock.nanos());
      return Reading.of(true);
    } finally {
      looking.shutdownNow();
      // an interrupted thread cannot write
      boolean isInterrupted = Thread.interrupted();
      long nowMs = epochMs(clock.nanos());
      List.copyOf(watched.values()).forEach(one -> end(one, nowMs));
      if (requests != null) {
        requests.close();
      }
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Why the only process cannot be recorded, if that was asked for. */
  private Optional<Reason> refused() {
    try {
      return requests == null ? Optional.empty() : requests.awaitBegin();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private void watch(long startNs) {
    boolean isFirst = true;
    long nextScanNs = startNs;
    long nextSecondNs = startNs + NS_PER_S;
    long lastNs = startNs;
    while (!Thread.currentThread().isInterrupted()) {
      long nowNs = clock.nanos();
      checkClock(nowNs, nowNs - lastNs);
      lastNs = nowNs;
      if (plan.which().only().isEmpty() && nowNs >= nextScanNs) {
        scan(nowNs, isFirst);
        isFirst = false;
        nextScanNs = nowNs + SCAN_NS;
      }
      watched.values().forEach(one -> one.look(nowNs, offsetNs));
      if (nowNs >= nextSecondNs) {
        second(nowNs);
        nextSecondNs += NS_PER_S * ((nowNs - nextSecondNs) / NS_PER_S + 1);
      }
      for (Looked one = looked.poll(); one != null; one = looked.poll()) {
        diagnosed(one);
      }
      boolean isOver = !plan.longest().isZero() && nowNs - startNs >= plan.longest().toNanos();
      if (isOver || (watched.isEmpty() && plan.which().only().isPresent())) {
        return;
      }
      long nextNs = nextSecondNs;
      for (WatchedJvm one : watched.values()) {
        nextNs = Math.min(nextNs, one.nextNs());
      }
      long leftNs = nextNs - clock.nanos();
      if (leftNs > 0) {
        clock.await(leftNs);
      }
    }
  }

  private long epochMs(long nanos) {
    return (nanos + offsetNs) / NS_PER_MS;
  }

  private void checkClock(long nowNs, long sinceNs) {
    long offset = clock.epochNs() - nowNs;
    long stepNs = offset - offsetNs;
    if (Math.abs(stepNs) >= STEP_NS) {
      offsetNs = offset;
      note(
          nowNs,
          stepNs > 0
              ? "the clock went forward by "
                  + Numbers.duration(stepNs)
                  + ": it was set, or the machine slept"
              : "the clock was set back by " + Numbers.duration(-stepNs));
    } else if (Math.abs(stepNs) > NS_PER_MS) {
      // it is disciplined, a little at a time
      offsetNs = offset;
    }
    if (sinceNs >= GAP_NS && Math.abs(stepNs) < STEP_NS) {
      note(nowNs, "the watch itself stood still for " + Numbers.duration(sinceNs));
    }
  }

  private void note(long nowNs, String text) {
    listener.note(text);
    watched.values().forEach(one -> one.write(new WatchFrame.Note(epochMs(nowNs), text)));
  }

  private void scan(long nowNs, boolean isFirst) {
    for (long pid : scan.found(watched.keySet(), epochMs(nowNs))) {
      switch (JvmReader.open(plan.root(), pid, nowNs)) {
        case Reading.Value<JvmReader>(JvmReader reader) -> {
          if (scan.isWanted(reader.jvm())) {
            add(reader, !isFirst);
          } else {
            reader.close();
          }
        }
        case Reading.Unavailable<JvmReader> none -> {
          if (!scan.isEndedOrStarting(pid, epochMs(nowNs))) {
            listener.note("process " + pid + " cannot be watched: " + none.sentence());
          }
        }
      }
    }
  }

  private void add(JvmReader reader, boolean isNew) {
    long nowMs = epochMs(clock.nanos());
    WatchRecord.Jvm jvm =
        new WatchRecord.Jvm(
            "jvm-%03d".formatted(++watchedUntilNow),
            reader.jvm().pid(),
            new WatchRecord.Program(
                reader.jvm().mainClass(), reader.jvm().version(), reader.jvm().vendor()),
            nowMs,
            null,
            List.of());
    try {
      Files.createDirectories(folder.resolve(jvm.folder()));
    } catch (IOException e) {
      listener.note("the log of process " + jvm.pid() + " cannot be kept: " + e.getMessage());
    }
    jvms.add(jvm);
    RequestWatch ofFirst = watched.isEmpty() ? requests : null;
    if (ofFirst != null) {
      ofFirst.begin(jvm.pid());
    }
    WatchedJvm one =
        new WatchedJvm(
            jvm,
            reader,
            plan.log(folder.resolve(jvm.folder())),
            JvmScan.startedMs(jvm.pid()).orElse(nowMs),
            ofFirst,
            listener);
    watched.put(jvm.pid(), one);
    writeRecord();
    if (isNew) {
      one.changed(nowMs, one.event(EpisodeKind.STARTED, nowMs));
    }
  }

  private void second(long nowNs) {
    long nowMs = epochMs(nowNs);
    for (WatchedJvm one : List.copyOf(watched.values())) {
      List<Episode> begun = one.second(nowMs);
      begun.stream().findFirst().ifPresent(episode -> diagnose(one, episode, nowMs));
      if (!one.isAlive()) {
        one.changed(nowMs, one.event(EpisodeKind.ENDED, nowMs));
        end(one, nowMs);
      }
    }
  }

  private void diagnose(WatchedJvm one, Episode episode, long nowMs) {
    long firstMs = jvms.getFirst().fromMs();
    boolean isTime =
        lastLookMs == Long.MIN_VALUE || nowMs - lastLookMs >= plan.betweenLooks().toMillis();
    if (isTime && lookedCpuS <= FIRST_LOOK_S + LOOKS * (nowMs - firstMs) / 1e3) {
      lastLookMs = nowMs;
      long pid = one.jvm().pid();
      Path at = folder.resolve(one.jvm().folder());
      looking.execute(() -> {
        try {
          looked.add(new Looked(pid, episode.number(), look.of(pid, at, episode.number())));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      });
    }
  }

  private void diagnosed(Looked one) {
    lookedCpuS += one.result().cpuS();
    WatchedJvm of = watched.get(one.pid());
    if (of != null) {
      one.result()
          .found()
          .ifPresent(found -> of.found(epochMs(clock.nanos()), one.number(), found));
    }
  }

  private void end(WatchedJvm one, long nowMs) {
    watched.remove(one.jvm().pid());
    WatchRecord.Jvm last = one.end(nowMs);
    jvms.replaceAll(jvm -> jvm.folder().equals(last.folder()) ? last : jvm);
    List<WatchRecord.Jvm> kept = ended.pruned(jvms, nowMs);
    jvms.clear();
    jvms.addAll(kept);
    listener.ended(last);
    writeRecord();
  }

  private void writeRecord() {
    try {
      WatchFiles.write(
          folder, new WatchRecord(WatchRecord.SCHEMA, host, plan.keepBytes(), List.copyOf(jvms)));
    } catch (IOException | StoreException e) {
      listener.note("what is watched cannot be kept: " + e.getMessage());
    }
  }
}
