package dev.foliot.diagnose.examination;

import dev.foliot.diagnose.watch.WatchTurns;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The process that examinations read, opened once for all of them. Safe for any thread.
 *
 * @param root below which the kernel's files are, usually "/"
 * @param duration how long to examine
 * @param isAskable whether the JVM may be asked, which starts a thread in it
 * @param opened the JVM as it was opened; unavailable with the reason
 * @param turns shared by all that watch this process
 * @param progress of the examination that takes longest
 */
public record Target(
    Path root,
    long pid,
    Duration duration,
    boolean isAskable,
    Reading<HotspotJvm> opened,
    WatchTurns turns,
    Progress progress)
    implements AutoCloseable {
  private static final Path LIVE = Path.of("/");

  /** Receives the progress of a diagnosis, on the examining thread. */
  @FunctionalInterface
  public interface Progress {
    /** Announces a step; {@code done} is the elapsed share of the time, up to 1. */
    void step(String what, double done);
  }

  /** Opens a process; one that is no readable JVM is a target too. */
  public static Target open(
      Path root, long pid, Duration duration, boolean isAskable, Progress progress) {
    return new Target(
        root, pid, duration, isAskable, HotspotJvm.attach(root, pid), new WatchTurns(), progress);
  }

  /**
   * The JVM for the calling thread, which closes it.
   *
   * <p>Its tables were read when it was opened. An interrupt closes the memory of this thread only.
   */
  public Reading<HotspotJvm> jvm() {
    return switch (opened) {
      case Reading.Unavailable<HotspotJvm> none -> none;
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> jvm.view();
    };
  }

  /**
   * The way to ask the JVM through its attach socket.
   *
   * <p>Its memory proves it a HotSpot: jcmd's signal would end another program.
   */
  public Reading<Jcmd> jcmd(HotspotJvm jvm) {
    return root.equals(LIVE)
        ? Jcmd.of(jvm.flags(), jvm.pid())
        : Reading.unavailable(new JvmReason.ForeignProcessIds(root.toString()));
  }

  /** Closes the JVM's memory. The JVM does not notice. */
  @Override
  public void close() {
    opened.toOptional().ifPresent(HotspotJvm::close);
  }
}
