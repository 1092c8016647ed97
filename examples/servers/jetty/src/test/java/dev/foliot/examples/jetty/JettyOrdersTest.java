package dev.foliot.examples.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.examples.stall.RunningServer;
import dev.foliot.examples.stall.StallContract;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** All of Jetty's threads are the pool's, and a flight recording has the pool's decisions. */
final class JettyOrdersTest extends StallContract {
  private final Recording recording = new Recording();
  @TempDir private Path folder;

  @Override
  protected RunningServer.Start server() {
    return JettyOrders::start;
  }

  @BeforeEach
  void record() {
    recording.start();
  }

  @AfterEach
  void shouldHaveRecordedTheGrowth() throws Exception {
    Path file = folder.resolve("orders.jfr");
    try (recording) {
      recording.dump(file);
    }
    assertThat(RecordingFile.readAllEvents(file))
        .filteredOn(event -> event.getEventType().getName().equals("foliot.PoolResize"))
        .allSatisfy(event -> assertThat(event.getString("pool")).isEqualTo("orders"))
        .anySatisfy(event -> assertThat(event.getInt("to")).isGreaterThanOrEqualTo(40));
  }
}
