package dev.foliot.hotspot.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadFamilyTest {
  @ParameterizedTest
  @CsvSource({
    "ForkJoinPool-1-, CARRIERS, carriers of virtual threads",
    "ForkJoinPool.co, WORKERS, workers of the common pool",
    "adaptive-17, WORKERS, workers of the adaptive pool",
    "VirtualThread-u, PROGRAM, pollers of virtual threads",
    "Read-Poller, PROGRAM, pollers of virtual threads",
    "GC Thread#0, GC, GC threads",
    "G1 Conc#1, GC, GC threads",
    "G1 Main Marker, GC, GC threads",
    "ZWorkerYoung#0, GC, GC threads",
    "ZDriverMinor, GC, GC threads",
    "Shenandoah GC T, GC, GC threads",
    "C2 CompilerThre, JIT, JIT compilers",
    "C1 CompilerThre, JIT, JIT compilers",
    "VM Thread, VM, VM thread",
    "VM Periodic Tas, VM, the JVM's other threads",
    "Reference Handl, VM, the JVM's other threads",
  })
  void shouldKnowTheThreadsOfTheJvmAndTheJdk(String name, ThreadFamily.Kind kind, String family) {
    assertThat(ThreadFamily.of(name)).isEqualTo(new ThreadFamily(kind, family));
  }

  @ParameterizedTest
  @CsvSource({
    "pool-1-thread-1, pool-12-thread-",
    "http-nio-8080-e, http-nio-8081-e",
    "burn-1, burn-27",
    "ForkJoinPool-2-, ForkJoinPool-13",
    "worker.7, worker.12",
  })
  void shouldPutThreadsOfOnePoolTogether(String one, String other) {
    assertThat(ThreadFamily.of(one)).isEqualTo(ThreadFamily.of(other));
    assertThat(ThreadFamily.of(one).kind()).isEqualTo(ThreadFamily.Kind.PROGRAM);
  }

  @Test
  void shouldNameWhatIsLeftOfOddNames() {
    assertThat(ThreadFamily.of("java").name()).isEqualTo("java");
    assertThat(ThreadFamily.of("http-nio-8080-e").name()).isEqualTo("http-nio-#-e*");
    assertThat(ThreadFamily.of("http-nio-8080-").name()).isEqualTo("http-nio");
    assertThat(ThreadFamily.of("12345").name()).isEqualTo("threads named by numbers");
    assertThat(ThreadFamily.of("").name()).isEqualTo("threads named by numbers");
  }

  @Test
  void shouldNotFeelThatCompilersWait() {
    assertThat(ThreadFamily.of("C2 CompilerThre").isFelt()).isFalse();
    assertThat(ThreadFamily.of("VM Periodic Tas").isFelt()).isFalse();
    assertThat(ThreadFamily.of("VM Thread").isFelt()).isTrue();
    assertThat(ThreadFamily.of("GC Thread#0").isFelt()).isTrue();
    assertThat(ThreadFamily.of("VM Thread").isFelt()).isTrue();
    assertThat(ThreadFamily.of("VM Periodic Tas").isFelt()).isFalse();
    assertThat(ThreadFamily.of("Finalizer").isFelt()).isFalse();
  }
}
