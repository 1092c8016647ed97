package dev.foliot.service.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.service.Jdk;
import dev.foliot.store.profile.HotMethods;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.store.profile.ProfileRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningProfileTest {
  @TempDir Path folder;

  private Process start(String name, String source) throws Exception {
    Path file = folder.resolve(name + ".java");
    Files.writeString(file, source);
    Process process =
        new ProcessBuilder(Jdk.current().java().toString(), file.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(process.inputReader().readLine()).isEqualTo("ready");
    return process;
  }

  private static RunningProfile started(long pid) throws InterruptedException {
    Jcmd jcmd = Jcmd.find(Path.of(System.getProperty("java.home")), pid).toOptional().orElseThrow();
    return RunningProfile.start(jcmd, Duration.ofSeconds(60)).toOptional().orElseThrow();
  }

  /** It ends when its input does. */
  private static final String PROGRAM =
      """
      public class Mixed {
        static final Object LOCK = new Object();
        static volatile Object sink;
        public static void main(String[] args) throws Exception {
          Thread holder = new Thread(Mixed::hold);
          holder.setDaemon(true);
          holder.start();
          System.out.println("ready");
          while (System.in.available() == 0) {
            make();
            want();
          }
          System.out.println("done");
        }
        static void make() {
          for (int i = 0; i < 2_000; i++) {
            sink = new byte[10_000];
          }
        }
        static void hold() {
          while (true) {
            synchronized (LOCK) {
              long end = System.nanoTime() + 5_000_000;
              while (System.nanoTime() < end) {
                Thread.onSpinWait();
              }
            }
            Thread.yield();
          }
        }
        static void want() {
          synchronized (LOCK) {
            sink = null;
          }
        }
      }
      """;

  @Test
  void shouldShowWhereARunningJvmSpendsCpuTimeWaitsAllocatesAndIsBlocked() throws Exception {
    Process jvm = start("Mixed", PROGRAM);
    try (RunningProfile running = started(jvm.pid())) {
      // as long as it takes the JVM, on a busy machine too, to use some CPU time
      long cpu = cpuMs(jvm) + 1_000;
      while (cpuMs(jvm) < cpu) {
        assertThat(jvm.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
      }
      Map<ProfileKind, Profile> profiles = running.stop();

      assertThat(profiles).containsOnlyKeys(ProfileKind.values());
      profiles.forEach((kind, profile) -> {
        assertThat(profile.record().means()).as(kind.label()).isEqualTo(ProfileRecord.ASYNC);
        assertThat(profile.stacks()).as(kind.label()).isNotEmpty();
      });
      assertThat(hottest(profiles, ProfileKind.ALLOCATION)).startsWith("Mixed.make");
      assertThat(hottest(profiles, ProfileKind.LOCK)).contains("Mixed.want");
      assertThat(jvm.isAlive()).isTrue();
      jvm.outputWriter().append('\n').flush();
      assertThat(jvm.inputReader().readLine()).isEqualTo("done");
      assertThat(jvm.waitFor()).isZero();
    } finally {
      jvm.destroyForcibly();
    }
  }

  private static List<String> hottest(Map<ProfileKind, Profile> profiles, ProfileKind kind) {
    Profile profile = Objects.requireNonNull(profiles.get(kind));
    return HotMethods.of(kind, profile, 5).stream().map(HotMethods.Hot::name).toList();
  }

  private static long cpuMs(Process process) {
    return process.info().totalCpuDuration().orElseThrow().toMillis();
  }

  /** What is interrupted must not go on in the JVM. */
  @Test
  void shouldEndTheSamplingOfAnInterruptedLook() throws Exception {
    Process jvm = start("Mixed", PROGRAM);
    try {
      RunningProfile first = started(jvm.pid());
      Thread.currentThread().interrupt();
      first.close();
      assertThat(Thread.interrupted()).isTrue();
      try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(jvm.pid()), "fd"))) {
        assertThat(open.map(RunningProfileTest::target)).noneMatch(name -> name.contains(".jfr"));
      }
    } finally {
      jvm.destroyForcibly();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void shouldSayThatTheJvmHasEnded() throws Exception {
    Process jvm = start("Mixed", PROGRAM);
    try (RunningProfile running = started(jvm.pid())) {
      jvm.destroyForcibly().waitFor();
      assertThat(running.stop().values())
          .allSatisfy(profile -> {
            assertThat(profile.record().means()).isNull();
            assertThat(profile.record().reason()).isNotBlank();
          });
    } finally {
      jvm.destroyForcibly();
    }
  }

  @Test
  void shouldSayThatNoJvmIsThere() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "1000").start();
    try {
      assertThat(Jcmd.find(Path.of(System.getProperty("java.home")), sleeper.pid()))
          .isInstanceOf(Reading.Unavailable.class);
    } finally {
      sleeper.destroyForcibly();
    }
  }
}
