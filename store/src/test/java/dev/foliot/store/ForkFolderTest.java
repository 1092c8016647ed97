package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkFolderTest {
  private static final Path FULL = Path.of("/dev/full");

  @TempDir Path temp;
  private Store store;
  private RunFolder run;

  @BeforeEach
  void beginARun() {
    store = Store.open(temp);
    run = store.begin("bench");
    run.write(Examples.run(run.id()));
  }

  @Test
  void shouldAppearWhenItIsWhole() throws IOException {
    try (ForkFolder fork = run.beginFork(1)) {
      Files.writeString(fork.log(), "hello\n");
      fork.histograms(List.of(interval("response", 1_000, 2_000)));
      fork.series(List.of("start_ns", "p99_ns"), List.of(List.of(0, 5L)));
      fork.slowest(List.of("message", "thread"), List.of(List.of(7, "=cmd()")));
      assertThat(run.path().resolve("fork-001")).as("before").doesNotExist();

      fork.commit(Examples.fork(1));

      assertThat(fork.name()).isEqualTo("fork-001");
      assertThat(fork.log()).hasContent("hello");
    }

    Path whole = run.path().resolve("fork-001");
    assertThat(stored().forks()).containsExactly(Examples.fork(1));
    assertThat(stored().forkPath(1)).isEqualTo(whole);
    assertThat(names(whole))
        .containsExactly("fork.json", "fork.log", "histograms.hlog", "series.csv", "slowest.csv");
    assertThat(whole.resolve("slowest.csv")).hasContent("message,thread\n7,\"'=cmd()\"");
    assertThat(names(run.path())).containsExactly("fork-001", "run.json");
  }

  @Test
  void shouldVanishWhenItIsNotCommitted() throws IOException {
    try (ForkFolder fork = run.beginFork(1)) {
      Files.createDirectories(fork.log().resolveSibling("core/dump"));
      fork.series(List.of("a"), List.of());
    }

    assertThat(names(run.path())).containsExactly("run.json");
  }

  @Test
  void shouldNotFollowLinksWhenItVanishes() throws IOException {
    Path precious = Files.writeString(temp.resolve("precious"), "keep");
    Path folder = Files.createDirectory(temp.resolve("folder"));
    Files.writeString(folder.resolve("precious"), "keep");
    try (ForkFolder fork = run.beginFork(1)) {
      Files.createSymbolicLink(fork.log().resolveSibling("a"), precious);
      Files.createSymbolicLink(fork.log().resolveSibling("b"), folder);
    }

    assertThat(precious).exists();
    assertThat(folder.resolve("precious")).exists();
  }

  @Test
  void shouldNotCountWhatAKilledProcessLeftBehind() throws IOException {
    try (ForkFolder whole = run.beginFork(1)) {
      whole.commit(Examples.fork(1));
    }
    Path left = Files.createDirectory(run.path().resolve(".fork-002.part"));
    Files.writeString(left.resolve("fork.json"), "{\"schema\":\"foli");
    Files.writeString(run.path().resolve(".run.json.part"), "{");
    Files.createDirectory(run.path().resolve("fork-2"));
    Files.createDirectory(run.path().resolve("fork-0003"));

    assertThat(stored().forkNumbers()).containsExactly(1);
    assertThat(stored().forks()).hasSize(1);
    assertThat(stored().problem()).isNull();

    try (ForkFolder again = run.beginFork(2)) {
      again.commit(Examples.fork(2));
    }
    assertThat(stored().forkNumbers()).containsExactly(1, 2);
    run.write(Examples.run(run.id()));
    assertThat(run.path().resolve(".run.json.part")).doesNotExist();
  }

  @Test
  void shouldCountAForkThatTheRunDoesNotNameYet() {
    for (int number : new int[] {1, 2, 1000}) {
      try (ForkFolder fork = run.beginFork(number)) {
        fork.commit(Examples.fork(number));
      }
    }

    assertThat(stored().run().forks()).containsExactly("fork-001");
    assertThat(stored().forkNumbers()).containsExactly(1, 2, 1000);
    assertThat(stored().fork(1000)).isEqualTo(Examples.fork(1000));
  }

  @Test
  void shouldSayWhichForkIsMissingOrBroken() throws IOException {
    assertUnreadable(
        () -> stored().forks(), "fork-001/fork.json cannot be read: it does not exist");

    try (ForkFolder fork = run.beginFork(1)) {
      fork.commit(Examples.fork(1));
    }
    assertUnreadable(() -> stored().histograms(1), "histograms.hlog cannot be read");
    Files.writeString(run.path().resolve("fork-001/fork.json"), "[");
    assertUnreadable(() -> stored().forks(), "fork-001/fork.json cannot be read");
  }

  @Test
  void shouldNotFollowANameOutOfTheRun() throws IOException {
    Path runFile = run.path().resolve("run.json");
    Files.writeString(
        runFile, Files.readString(runFile).replace("\"fork-001\"", "\"../../etc\\u001b\""));

    assertUnreadable(() -> stored().forks(), "it names a fork ../../etc");
  }

  @Test
  void shouldTakeNoSecondForkOfANumberNorAnotherRun() {
    try (ForkFolder fork = run.beginFork(1)) {
      fork.commit(Examples.fork(1));
      assertThatThrownBy(() -> fork.commit(Examples.fork(1)))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> run.beginFork(1)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> run.beginFork(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> run.write(Examples.run("another")))
        .isInstanceOf(IllegalArgumentException.class);
    try (ForkFolder fork = run.beginFork(2)) {
      assertThatThrownBy(() -> fork.commit(Examples.fork(3)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(stored().forks()).containsExactly(Examples.fork(1));
  }

  @Test
  void shouldHaveNoHistogramsOfAForkThatDied() {
    try (ForkFolder fork = run.beginFork(1)) {
      fork.commit(Examples.fork(1, Map.of(), "killed"));
    }

    assertThat(stored().histograms(1)).isEmpty();
    assertThat(stored().totals(1)).isEmpty();
  }

  @Test
  void shouldFinishWhatAnInterruptedThreadWrites() {
    try (ForkFolder fork = run.beginFork(1)) {
      Thread.currentThread().interrupt();
      fork.histograms(List.of(interval("response", 1)));
      fork.commit(Examples.fork(1));
      run.write(Examples.run(run.id()));
    } finally {
      assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    }

    assertThat(stored().forks()).hasSize(1);
    assertThat(stored().histograms(1)).hasSize(1);
  }

  @Test
  void shouldSayThatTheDiskIsFullAndKeepWhatIsWhole() throws IOException {
    assumeTrue(Files.exists(FULL), "needs /dev/full");
    RunRecord before = stored().run();
    ForkFolder fork = run.beginFork(1);
    for (String name : List.of("histograms.hlog", "series.csv", "slowest.csv", ".fork.json.part")) {
      Files.createSymbolicLink(fork.log().resolveSibling(name), FULL);
    }
    Files.createSymbolicLink(run.path().resolve(".run.json.part"), FULL);

    assertFull(() -> fork.histograms(List.of(interval("response", 1))));
    assertFull(() -> fork.series(List.of("a"), List.of(List.of(1))));
    assertFull(() -> fork.slowest(List.of("a"), List.of(List.of(1))));
    assertFull(() -> fork.commit(Examples.fork(1)));
    assertFull(() -> run.write(Examples.run(run.id(), List.of("other"), Map.of())));
    fork.close();

    assertThat(stored().run()).isEqualTo(before);
    assertThat(names(run.path())).containsExactly("run.json");
    assertThat(FULL).exists();
  }

  @Test
  void shouldSayThatTheRunIsGone() throws IOException {
    ForkFolder fork = run.beginFork(1);
    Durable.removeTree(run.path());

    assertUnwritable(() -> fork.commit(Examples.fork(1)), "No such file or directory");
    assertUnwritable(() -> run.write(Examples.run(run.id())), "No such file or directory");
    assertUnwritable(() -> run.beginFork(2), "no such file or directory");
    fork.close();
  }

  @Test
  void shouldStoreNoSecret() throws IOException {
    run.write(
        Examples.run(
            run.id(),
            List.of("bench", "--password", "hunter2", "https://me:hunter2@a/"),
            Map.of("jvm", List.of("-Dkey=hunter2"), "api_key", "hunter2", "x", 5)));
    try (ForkFolder fork = run.beginFork(1)) {
      fork.commit(Examples.fork(1, Map.of(), "no login with password=hunter2"));
    }

    for (String file : List.of("run.json", "fork-001/fork.json")) {
      assertThat(run.path().resolve(file)).content().contains("***").doesNotContain("hunter2");
    }
  }

  private StoredRun stored() {
    return store.find(run.id());
  }

  private static TaggedInterval interval(String tag, long... values) {
    return new TaggedInterval(tag, 1_000_000, 0, 1, Examples.histogram(values));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  private void assertFull(ThrowingCallable write) {
    assertUnwritable(
        write, "(No space left on device): free some space or give another with --store");
  }

  private void assertUnwritable(ThrowingCallable write, String part) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(write)
        .withMessageStartingWith("the store " + temp + " cannot be written (")
        .withMessageContaining(part)
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.UNWRITABLE));
  }

  private static void assertUnreadable(ThrowingCallable read, String part) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(read)
        .withMessageContaining(part)
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.UNREADABLE));
  }
}
