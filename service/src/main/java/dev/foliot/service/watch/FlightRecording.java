package dev.foliot.service.watch;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.service.profile.ProfileWay;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A flight recording in another JVM. One thread.
 *
 * <p>It covers only the collector, the scheduler of virtual threads and Foliot's pools. The JVM
 * writes into a separate folder that only this user may enter.
 */
final class FlightRecording implements AutoCloseable {
  private static final String SETTINGS =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <configuration version="2.0" label="Foliot" provider="Foliot">
        <event name="jdk.GarbageCollection"><setting name="enabled">true</setting>
          <setting name="threshold">0 ms</setting></event>
        <event name="jdk.GCPhasePause"><setting name="enabled">true</setting>
          <setting name="threshold">0 ms</setting></event>
        <event name="jdk.VirtualThreadPinned"><setting name="enabled">true</setting>
          <setting name="stackTrace">false</setting><setting name="threshold">1 ms</setting></event>
        <event name="jdk.VirtualThreadSubmitFailed"><setting name="enabled">true</setting></event>
        <event name="jdk.DirectBufferStatistics"><setting name="enabled">true</setting>
          <setting name="period">1 s</setting></event>
        <event name="foliot.PoolResize"><setting name="enabled">true</setting></event>
        <event name="foliot.PoolHang"><setting name="enabled">true</setting></event>
      </configuration>
      """;

  /** Further events for a profile. */
  private static final String SAMPLES =
      """
        <event name="jdk.ExecutionSample"><setting name="enabled">true</setting>
          <setting name="period">10 ms</setting></event>
        <event name="jdk.DataLoss"><setting name="enabled">true</setting></event>
      </configuration>
      """;

  private final Jcmd jcmd;
  private final ScratchFolder scratch;
  private final String name;
  private boolean running;

  private FlightRecording(Jcmd jcmd, ScratchFolder scratch) {
    this.jcmd = jcmd;
    this.scratch = scratch;
    name = "foliot-" + ProcessHandle.current().pid();
  }

  /**
   * Starts a recording.
   *
   * @param samples whether the stacks of running threads are sampled as well
   */
  static Reading<FlightRecording> start(Jcmd jcmd, boolean samples) throws InterruptedException {
    return switch (ScratchFolder.ofPlain("foliot-watch-")) {
      case Reading.Unavailable<ScratchFolder> none -> none.retyped();
      case Reading.Value<ScratchFolder>(ScratchFolder folder) -> start(jcmd, folder, samples);
    };
  }

  private static Reading<FlightRecording> start(Jcmd jcmd, ScratchFolder scratch, boolean samples)
      throws InterruptedException {
    FlightRecording recording = new FlightRecording(jcmd, scratch);
    Path folder = scratch.path();
    try {
      Files.writeString(
          folder.resolve("settings.jfc"),
          samples ? SETTINGS.replace("</configuration>\n", SAMPLES) : SETTINGS);
    } catch (IOException e) {
      recording.close();
      return Reading.unavailable(
          new ServiceReason.NotWritten(
              ServiceReason.Written.FLIGHT_SETTINGS, String.valueOf(e.getMessage())));
    }
    // otherwise a killed JVM leaves its parts behind
    Reading<String> _ =
        samples
            ? jcmd.ask(
                "JFR.configure", "repositorypath=" + folder, "stackdepth=" + ProfileWay.DEPTH)
            : jcmd.ask("JFR.configure", "repositorypath=" + folder);
    Reading<String> answer =
        jcmd.ask(
            "JFR.start",
            "name=" + recording.name,
            "settings=" + folder.resolve("settings.jfc"),
            "maxsize=64M");
    if (answer instanceof Reading.Value<String>(String text)
        && text.contains("Started recording")) {
      recording.running = true;
      return Reading.of(recording);
    }
    recording.close();
    return switch (answer) {
      case Reading.Unavailable<String> none -> none.retyped();
      case Reading.Value<String>(String text) ->
          Reading.unavailable(
              new ServiceReason.RecordingRefused(
                  Shown.text(text.strip().toLowerCase(Locale.ROOT), 160)));
    };
  }

  /** Ends the recording; returns its file, which is deleted on close. */
  Reading<Path> stop() throws InterruptedException {
    Path file = scratch.path().resolve("recording.jfr");
    running = false;
    Reading<String> answer = jcmd.ask("JFR.stop", "name=" + name, "filename=" + file);
    if (answer instanceof Reading.Unavailable<String> none) {
      return none.retyped();
    }
    if (!Files.isRegularFile(file)) {
      return Reading.unavailable(
          new ServiceReason.RecordingMissing(String.valueOf(scratch.path().getParent())));
    }
    return Reading.of(file);
  }

  /** Ends the recording if necessary, and removes the folder. */
  @Override
  public void close() {
    if (running) {
      running = false;
      try {
        Reading<String> _ = jcmd.ask("JFR.stop", "name=" + name);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    scratch.close();
  }
}
