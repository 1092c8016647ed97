package dev.foliot.service.watch;

import dev.foliot.hotspot.flight.FlightRecording;
import dev.foliot.service.profile.ProfileWay;
import java.time.Duration;

/** The events of a watch: the collector, the scheduler of virtual threads, and Foliot's pools. */
final class WatchEvents {
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

  private WatchEvents() {}

  /**
   * The recording of a watch.
   *
   * @param samples whether the stacks of running threads are sampled as well
   */
  static FlightRecording.Plan plan(boolean samples) {
    return samples
        ? new FlightRecording.Plan(
            SETTINGS.replace("</configuration>\n", SAMPLES), ProfileWay.DEPTH, Duration.ZERO, false)
        : new FlightRecording.Plan(SETTINGS, 0, Duration.ZERO, false);
  }
}
