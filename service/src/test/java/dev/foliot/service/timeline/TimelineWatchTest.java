package dev.foliot.service.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.explain.TimelineSource;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The timeline of a real JVM: this one. */
@EnabledOnOs(OS.LINUX)
final class TimelineWatchTest {
  private static final Path ROOT = Path.of("/");
  private static final int COLLECTIONS = 20;

  @Test
  void shouldSeeTheCollectionsOfAJvm() throws InterruptedException {
    TimelineWatch watch = TimelineWatch.start(ROOT, ProcessHandle.current().pid());
    while (!watch.isReady()) {
      Thread.sleep(1);
    }
    long startNs = System.nanoTime();
    watch.record();
    // the first reading of a recording only sets the beginning
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      Thread.sleep(20);
    }
    watch.pause();
    long endNs = System.nanoTime();
    TimelineRecord timeline = watch.timeline(startNs);

    List<Stop> pauses =
        timeline.stops().stream().filter(stop -> stop.kind() == StopKind.GC_PAUSE).toList();
    assertThat(pauses)
        .isNotEmpty()
        .allSatisfy(pause -> {
          assertThat(pause.lengthNs()).isPositive();
          assertThat(pause.endNs()).isBetween(0L, endNs - startNs);
          assertThat(pause.detail()).isNotEmpty();
        });
    assertThat(timeline.sources())
        .filteredOn(source -> source.name().equals(JvmStops.NAME))
        .singleElement()
        .satisfies(source -> {
          assertThat(source.unavailable()).isNull();
          assertThat(source.readings()).isPositive();
        });
  }

  /** Loads its own copy of a class. */
  private static final class Copies extends ClassLoader {
    private final byte[] code;

    Copies(byte[] code) {
      super(TimelineWatchTest.class.getClassLoader());
      this.code = code;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.equals(Waiting.class.getName())
          ? defineClass(name, code, 0, code.length)
          : super.loadClass(name, resolve);
    }
  }

  @Test
  void shouldSeeThatClassesAreLoaded() throws Exception {
    byte[] code;
    try (InputStream in =
        TimelineWatchTest.class.getResourceAsStream("TimelineWatchTest$Waiting.class")) {
      code = in.readAllBytes();
    }
    List<Stop> stops = new ArrayList<>();
    try (HotspotJvm self =
            HotspotJvm.attach(ROOT, ProcessHandle.current().pid()).toOptional().orElseThrow();
        StopSource source = ClassLoadingStops.of(ROOT, self).toOptional().orElseThrow()) {
      source.read(0, 1, TimelineWatchTest::fail);
      while (stops.isEmpty()) {
        for (int i = 0; i < 100; i++) {
          Class.forName(Waiting.class.getName(), true, new Copies(code));
        }
        source.read(
            0,
            System.nanoTime(),
            (startNs, endNs, lengthNs, errorNs, kind, detail) ->
                stops.add(new Stop(startNs, endNs, lengthNs, errorNs, kind, detail)));
      }
    }

    assertThat(stops).allSatisfy(stop -> assertThat(stop.kind()).isEqualTo(StopKind.CLASS_LOADING));
  }

  private static void fail(
      long startNs, long endNs, long lengthNs, long errorNs, StopKind kind, String detail) {
    throw new AssertionError("the first reading only sets the beginning");
  }

  @Test
  void shouldNameTheJvmOfAServerBehindAShell() throws Exception {
    Process shell =
        new ProcessBuilder(
                "sh",
                "-c",
                // a nested class has a dollar sign in its name
                "'%s' -cp '%s' '%s'; true"
                    .formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        Waiting.class.getName()))
            .start();
    try {
      // the JVM says that it runs
      assertThat(shell.getInputStream().read()).isEqualTo('!');
      TimelineWatch watch = TimelineWatch.startOfServer(ROOT, shell.pid());
      watch.record();

      assertThat(watch.jvm().orElse("none")).startsWith("HotSpot ");
      assertThat(watch.timeline(0).sources())
          .extracting(TimelineSource::name)
          .contains("waits of the busiest threads for a CPU");
    } finally {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly().waitFor();
    }
  }

  /** Runs until its input ends. */
  static final class Waiting {
    private Waiting() {}

    public static void main(String[] args) throws Exception {
      System.out.print('!');
      System.out.flush();
      while (System.in.read() >= 0) {
        // until the end
      }
    }
  }

  @Test
  void shouldSayWhatItCannotSeeOfAProcessThatIsGone() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    TimelineWatch watch = TimelineWatch.start(ROOT, process.pid());
    watch.record();
    TimelineRecord timeline = watch.timeline(System.nanoTime());

    assertThat(timeline.stops()).isEmpty();
    assertThat(timeline.sources())
        .filteredOn(source -> source.name().equals(JvmStops.NAME))
        .singleElement()
        .extracting(TimelineSource::unavailable)
        .isNotNull();
  }
}
