package dev.foliot.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InterruptionTest {
  private final List<String> ended = new ArrayList<>();
  private final Interruption.Cut cut = new Interruption.Cut();

  @Test
  void shouldEndWhatTheWorkHandedOverLast() {
    cut.accept(() -> ended.add("find the rate"));
    cut.accept(() -> ended.add("measure"));
    assertThat(ended).isEmpty();

    cut.run();

    assertThat(ended).containsExactly("measure");
  }

  /** Ctrl-C may come while the folder of the run is made, before there is a process to end. */
  @Test
  void shouldEndWhatIsHandedOverAfterCtrlC() {
    cut.run();

    cut.accept(() -> ended.add("measure"));

    assertThat(ended).containsExactly("measure");
  }
}
