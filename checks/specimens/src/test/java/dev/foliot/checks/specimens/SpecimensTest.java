package dev.foliot.checks.specimens;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every specimen plays, and its truth names existing things. */
final class SpecimensTest {
  private static final long MOST_NS = TimeUnit.SECONDS.toNanos(20);

  static Stream<Specimen> all() {
    return Specimens.all().stream();
  }

  /** The specimens that this JVM is new enough for. */
  static Stream<Specimen> playable() {
    return all().filter(specimen -> specimen.truth().since() <= Runtime.version().feature());
  }

  @ParameterizedTest
  @MethodSource("playable")
  void shouldPlayWithTheThreadsThatItsTruthNames(Specimen specimen) throws Exception {
    Cast cast = specimen.prepare(Training.brief());
    List<String> names = cast.workers().stream().map(Worker::name).toList();
    assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.length() <= 15);
    Truth truth = specimen.truth();
    assertThat(names).containsAll(platform(truth.writers())).containsAll(truth.readers());
    try (Running running = Running.start(cast)) {
      assertThat(awaitOperations(running).keySet()).containsExactlyInAnyOrderElementsOf(names);
    }
  }

  /** Some are threads of the JVM itself. */
  private static List<String> platform(List<String> writers) {
    return writers.stream().filter(name -> !name.endsWith("*")).toList();
  }

  private static Map<String, Operations.Count> awaitOperations(Running running)
      throws InterruptedException {
    long fromNs = System.nanoTime();
    Map<String, Operations.Count> threads = running.operations().threads();
    while (threads.values().stream().anyMatch(count -> count.ops() == 0)) {
      assertThat(System.nanoTime() - fromNs).isLessThan(MOST_NS);
      Thread.sleep(2);
      threads = running.operations().threads();
    }
    return threads;
  }

  @ParameterizedTest
  @MethodSource("playable")
  void shouldBeAboutTheClassThatItsTruthNames(Specimen specimen) throws Exception {
    Cast cast = specimen.prepare(Training.brief());
    Truth truth = specimen.truth();
    if (truth.className().isEmpty()) {
      assertThat(cast.classes()).isEmpty();
      return;
    }
    assertThat(cast.classes()).hasSize(1 + truth.also().size());
    for (Class<?> type : cast.classes()) {
      assertThat(truth.isAbout(type.getName())).as(type.getName()).isTrue();
      assertThat(TruthBuilder.loaderOf(type)).isEqualTo(truth.loader());
      for (String asked : truth.interfaces()) {
        assertThat(Class.forName(asked).isAssignableFrom(type)).as(asked).isTrue();
      }
    }
    assertThat(truth.in(cast).className()).isEqualTo(cast.classes().get(0).getName());
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldHaveTheSitesThatItsTruthNames(Specimen specimen) throws Exception {
    for (String site : specimen.truth().sites()) {
      int dot = site.lastIndexOf('.');
      assertThat(Class.forName(site.substring(0, dot)).getDeclaredMethods())
          .anyMatch(method -> method.getName().equals(site.substring(dot + 1)));
      assertThat(specimen.truth().isSite(site + "(Source.java:12)")).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldBeWhollyDescribed(Specimen specimen) {
    Truth truth = specimen.truth();
    assertThat(truth.name()).matches("[a-z]+(-[a-z]+)*");
    assertThat(truth.what()).endsWith(".");
    assertThat(truth.isSick()).isEqualTo(!truth.sickOn().isEmpty());
    assertThat(truth.isSickOn(Jdk.JDK_25)).isFalse();
    if (truth.isSick()) {
      assertThat(truth.className()).isNotEmpty();
      assertThat(truth.interfaces()).hasSizeGreaterThan(1);
      assertThat(truth.sites()).isNotEmpty();
      assertThat(truth.writers()).isNotEmpty();
      assertThat(truth.neighbour().isPresent()).isEqualTo(truth.kind() == Kind.FALSE_SHARING);
      if (truth.kind() == Kind.FALSE_SHARING) {
        assertThat(truth.readers()).isNotEmpty();
      }
    }
  }

  @Test
  void shouldBeManySickAndManyHealthyOnes() {
    Set<String> names = new HashSet<>();
    assertThat(Specimens.all()).allMatch(specimen -> names.add(specimen.truth().name()));
    long sick = all().filter(specimen -> specimen.truth().isSick()).count();
    assertThat(sick).isGreaterThanOrEqualTo(27);
    assertThat(all().count() - sick).as("healthy ones").isGreaterThanOrEqualTo(sick);
  }

  /** On 21.0.8 C2 uses the table only for an interface that it knows. */
  @Test
  void shouldKnowWhichIllnessesHalfTheCureLeaves() {
    assertThat(all().filter(specimen -> specimen.truth().isSickOn(Jdk.JDK_21_0_8)))
        .extracting(Specimen::toString)
        .containsExactly("class-is-instance", "array-stores", "array-copies");
  }

  @Test
  void shouldStandInTheManual() throws Exception {
    String manual = Files.readString(Path.of("..", "..", "docs", "internals", "specimens.md"));
    assertThat(Specimens.all())
        .allSatisfy(specimen -> assertThat(manual).contains("`" + specimen + "`"));
  }

  @Test
  void shouldFindOneByItsName() {
    assertThat(Specimens.named("pipeline")).get().hasToString("pipeline");
    assertThat(Specimens.named("pipelines")).isEmpty();
  }

  @Test
  void shouldRestAfterAWhileOfWork() {
    long[] now = {0};
    PartTime half = new PartTime(new Hashing(), 1_000, 1, () -> now[0]);
    half.run(1);
    now[0] = 1_000;
    half.run(1);
    now[0] = 1_999;
    half.run(1);
    assertThat(half.rests()).isEqualTo(1);
    now[0] = 2_000;
    half.run(1);
    assertThat(half.rests()).isEqualTo(2);
  }

  @Test
  void shouldNeverRunTwoTasksOfAPoolAtATime() {
    Set<String> threads = new HashSet<>();
    AtomicInteger running = new AtomicInteger();
    Work task =
        rounds -> {
          assertThat(running.incrementAndGet()).isEqualTo(1);
          threads.add(Thread.currentThread().getName());
          running.decrementAndGet();
          return rounds;
        };
    OneByOne driver = new OneByOne(task, 3, "pool-");
    for (int i = 0; i < 100; i++) {
      assertThat(driver.run(7)).isEqualTo(7);
    }
    assertThat(threads).containsExactlyInAnyOrder("pool-1", "pool-2", "pool-3");
  }

  @Test
  void shouldCallAnIllnessEndedOnlyAfterItWasThere() {
    Ended ended = new Ended(new Hashing(), new Hashing());
    assertThat(ended.isSteady()).isFalse();
    for (int i = 0; i < 100; i++) {
      assertThat(ended.isSteady()).isFalse();
      ended.run(1);
    }
    assertThat(ended.isSteady()).isTrue();
  }
}
