package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PoolEventsTest {
  private static final Resize RESIZE = new Resize(Instant.EPOCH, 16, 32, "16 → 32: tasks wait");
  private static final Hang HANG = new Hang(Instant.EPOCH, 3, 70, Duration.ofMillis(1_500));

  @TempDir private Path folder;

  @Test
  void shouldTellARecordingOfResizesAndHangs() throws Exception {
    Path file = folder.resolve("pool.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      PoolEvents.resized("a \"pool\"", RESIZE);
      PoolEvents.hung("another", HANG);
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().startsWith("foliot."))
            .toList();
    assertThat(events).hasSize(2);
    RecordedEvent resize = events.get(0);
    assertThat(resize.getEventType().getName()).isEqualTo("foliot.PoolResize");
    assertThat(resize.getEventType().getLabel()).isEqualTo("Pool Resize");
    assertThat(resize.getEventType().getCategoryNames()).containsExactly("Foliot", "Pool");
    assertThat(resize.getString("pool")).isEqualTo("a \"pool\"");
    assertThat(resize.getInt("from")).isEqualTo(16);
    assertThat(resize.getInt("to")).isEqualTo(32);
    assertThat(resize.getString("reason")).isEqualTo("16 → 32: tasks wait");
    RecordedEvent hang = events.get(1);
    assertThat(hang.getEventType().getName()).isEqualTo("foliot.PoolHang");
    assertThat(hang.getString("pool")).isEqualTo("another");
    assertThat(hang.getInt("running")).isEqualTo(3);
    assertThat(hang.getInt("queued")).isEqualTo(70);
    assertThat(hang.getDuration("oldestWait")).isEqualTo(Duration.ofMillis(1_500));
  }

  @Test
  void shouldSayNothingWhereEventsAreSwitchedOff() throws Exception {
    Path file = folder.resolve("pool.jfr");
    try (Recording recording = new Recording()) {
      recording.disable("foliot.PoolResize");
      recording.disable("foliot.PoolHang");
      recording.start();
      PoolEvents.resized("a", RESIZE);
      PoolEvents.hung("a", HANG);
      recording.stop();
      recording.dump(file);
    }
    assertThat(RecordingFile.readAllEvents(file))
        .noneMatch(event -> event.getEventType().getName().startsWith("foliot."));
  }
}
