package dev.foliot.bench.cpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StartCpusTest {
  @Test
  void shouldCountTheCpusOfTheProcess() {
    assertThat(StartCpus.count()).isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void shouldRunActionsInOneThreadAlsoFromWithinAnAction() {
    Thread one = StartCpus.call(Thread::currentThread);

    assertThat(one.getName()).isEqualTo(StartCpus.THREAD_NAME);
    assertThat(one.isDaemon()).isTrue();
    assertThat(StartCpus.call(() -> StartCpus.call(Thread::currentThread))).isSameAs(one);
    assertThat(StartCpus.call(() -> Thread.currentThread().getContextClassLoader()))
        .isSameAs(Thread.currentThread().getContextClassLoader());
  }

  @Test
  void shouldThrowWhatAnActionThrows() {
    IllegalStateException thrown = new IllegalStateException("no");
    AssertionError error = new AssertionError("neither");

    assertThatThrownBy(() ->
            StartCpus.call(() -> {
              throw thrown;
            }))
        .isSameAs(thrown);
    assertThatThrownBy(() ->
            StartCpus.call(() -> {
              throw error;
            }))
        .isSameAs(error);
  }

  @Test
  void shouldFinishForAThreadThatIsInterruptedAndLeaveItInterrupted() {
    Thread.currentThread().interrupt();

    assertThat(StartCpus.call(() -> 7)).isEqualTo(7);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldMakeThreadsThatTakeAllButTheCpusFromTheCaller() throws Exception {
    InheritableThreadLocal<String> own = new InheritableThreadLocal<>();
    own.set("kept");
    AtomicReference<String> seen = new AtomicReference<>();

    Thread made = StartCpus.thread(() -> seen.set(own.get()), "made");
    made.start();
    made.join();

    assertThat(seen).hasValue("kept");
    assertThat(made.getName()).isEqualTo("made");
    assertThat(made.isDaemon()).isTrue();
    assertThat(made.getThreadGroup()).isNull();
  }
}
