package dev.foliot.service.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import dev.foliot.service.Jdk;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ForkRecordingTest {
  @TempDir Path folder;

  @Test
  void shouldSayThatAJdkHasNoFlightRecorder() {
    assertThat(ForkRecording.begin(folder, 25))
        .isInstanceOfSatisfying(
            Reading.Unavailable.class,
            none ->
                assertThat(none.why())
                    .isEqualTo(new ServiceReason.NoFlightRecorder(folder.toString())));
  }

  @Test
  void shouldSayThatNothingWasRecorded() {
    Jdk jdk = Jdk.current();
    try (ForkRecording recording =
        ForkRecording.begin(jdk.home(), jdk.feature()).toOptional().orElseThrow()) {
      assertThat(recording.before(List.of("-Xmx64m"))).last().asString().isEqualTo("-Xmx64m");
      assertThat(recording.read(new RecordedLoad.OfFork(0, 1, Set.of())))
          .isInstanceOfSatisfying(
              Reading.Unavailable.class,
              none -> assertThat(none.why()).isInstanceOf(RecordingReason.RecordingMissing.class));
    }
  }
}
