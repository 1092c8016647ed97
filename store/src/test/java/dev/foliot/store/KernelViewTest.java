package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.ServiceReason.NotWatched;
import dev.foliot.text.ServiceReason.Watch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelViewTest {
  private static final String SCHEMA = "foliot.kernel/1";

  @TempDir Path temp;

  private KernelView read(String json) throws IOException {
    String whole = json.stripLeading().replaceFirst("\\{", "{\"schema\": \"" + SCHEMA + "\", ");
    return Json.read(
        Files.writeString(temp.resolve("kernel.json"), whole), KernelView.class, SCHEMA);
  }

  @Test
  void shouldKeepAsTextAndAsDataWhatCouldNotBeRead() throws IOException {
    Reason why = new NotWatched(Watch.PAUSES, new ServiceReason.NotAsked());

    KernelView view = read(Json.text(KernelView.none(List.of(why))));

    assertThat(view.unavailableCodes()).containsExactly(why);
    assertThat(view.unavailable()).containsExactly(why.text());
    assertThat(why.text()).startsWith("pauses of its JVM: ");
  }

  @Test
  void shouldTakeSecretsOut() {
    KernelView view = KernelView.none(List.of(new RunReason.ForkFailed("it said password=hot")));

    assertThat(view.redacted().unavailable()).containsExactly("it said password=***");
  }
}
