package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreTest {
  private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");

  @TempDir Path temp;
  private Instant now = NOW;

  @Test
  void shouldMakeItsFolderWithTheFirstRun() {
    Store store = Store.open(temp.resolve("a/b"));
    assertThat(store.runs()).isEmpty();
    assertThat(store.dir()).doesNotExist();

    RunFolder run = store.begin("bench");

    assertThat(run.path()).isDirectory().hasParent(store.dir());
    assertThat(run.path().resolve("run.json")).doesNotExist();
    assertThat(run.path()).hasFileName(run.id());
  }

  @Test
  void shouldListTheNewestFirst() {
    Store store = store(temp);
    List<String> ids = List.of(run(store), run(store), runAt(store, NOW.plusSeconds(1)));

    assertThat(store.runs()).extracting(StoredRun::id).isEqualTo(ids.reversed());
    assertThat(store.runs()).allMatch(run -> run.problem() == null);
    assertThat(store.runs().getFirst().run()).isEqualTo(Examples.run(ids.getLast()));
  }

  @Test
  void shouldListABrokenRunWithItsReason() throws IOException {
    Store store = store(temp);
    String good = run(store);
    RunFolder empty = store.begin("bench");
    RunFolder corrupt = store.begin("bench");
    Files.writeString(corrupt.path().resolve("run.json"), "{\"schema\":");
    Files.createDirectory(temp.resolve("notes"));
    Files.writeString(temp.resolve("20261101-100000-zzzz"), "a file");

    assertThat(store.runs())
        .extracting(StoredRun::id)
        .containsExactly(corrupt.id(), empty.id(), good);
    assertThat(store.runs().get(0).problem()).contains("run.json cannot be read: line 1");
    assertThat(store.runs().get(1).problem()).contains("it does not exist");
    assertThat(store.runs().get(2).problem()).isNull();
  }

  @Test
  void shouldFindByIdPrefixPlaceAndPath() {
    Store store = store(temp);
    String first = run(store);
    String second = runAt(store, NOW.plusSeconds(60));

    assertThat(store.find(first).id()).isEqualTo(first);
    assertThat(store.find("20261101-1001").id()).isEqualTo(second);
    assertThat(store.find("@1").id()).isEqualTo(second);
    assertThat(store.find("@2").id()).isEqualTo(first);
    assertThat(store.find(temp.resolve(first).toString()).run().id()).isEqualTo(first);
    assertThat(store.find(temp.resolve(first).resolve("run.json").toString()).id())
        .isEqualTo(first);
    assertThat(Store.open(temp.resolve("elsewhere")).find(temp.resolve(first) + "/.").run().id())
        .isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "@0",
        "@3",
        "@x",
        "@-1",
        "@99999999999",
        "../x",
        "a\0b",
        ".",
        "fork-001",
        "/",
        "20261101-100000-0000-",
        "nowhere/run.json"
      })
  void shouldSayWhereToLookWhenNothingIsFound(String ref) {
    Store store = store(temp);
    run(store);
    run(store);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> store.find(ref))
        .withMessageContaining("\"foliot runs\" lists the 2 that it holds")
        .withMessageContaining(temp.toString())
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContainPattern("\\p{Cntrl}"));
  }

  @Test
  void shouldSayHowToBeginWhenTheStoreIsEmpty() {
    assertThatThrownBy(() -> store(temp.resolve("none")).find("@1"))
        .hasMessageContaining("it holds no run yet");
  }

  @Test
  void shouldNameTheCandidatesOfAnAmbiguousPrefix() {
    Store store = store(temp);
    String first = run(store);
    String second = run(store);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> store.find("2026"))
        .withMessageContaining("2026 means 2 runs")
        .withMessageContaining(second + ", " + first)
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.AMBIGUOUS));
  }

  @Test
  void shouldRefuseACommandThatIsNoName() {
    assertThatThrownBy(() -> store(temp).begin("../x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldSayThatTheStoreIsAFile() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "not a store");

    assertUnwritable(store(file), "is a file");
    assertUnwritable(store(file.resolve("below")), "");
    assertThatThrownBy(() -> store(file).runs())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is a file");
  }

  @Test
  void shouldSayThatTheStoreIsReadOnly() {
    // Nobody, root included, can make a folder here.
    Store store = store(Path.of("/proc/foliot-store"));

    assertUnwritable(store, "");
    assertThat(store.runs()).isEmpty();
  }

  /** Same clock, same chance: every name collides, and still each run gets its own folder. */
  @Test
  @Timeout(60)
  void shouldServeManyWritersAtOnce() throws Exception {
    int writers = 4;
    int runsEach = 25;
    Set<String> ids = ConcurrentHashMap.newKeySet();
    CyclicBarrier together = new CyclicBarrier(writers);
    try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      List<Future<Void>> done =
          IntStream.range(0, writers)
              .mapToObj(writer ->
                  threads.<Void>submit(() -> {
                    Store store = new Store(temp, InstantSource.fixed(NOW), new Random(1));
                    together.await();
                    for (int i = 0; i < runsEach; i++) {
                      RunFolder run = store.begin("bench");
                      try (ForkFolder fork = run.beginFork(1)) {
                        fork.commit(Examples.fork(1));
                      }
                      run.write(Examples.run(run.id()));
                      assertThat(ids.add(run.id())).isTrue();
                    }
                    return null;
                  }))
              .toList();
      for (Future<Void> one : done) {
        one.get();
      }
    }

    Store store = store(temp);
    assertThat(store.runs()).hasSize(writers * runsEach);
    assertThat(store.runs()).allMatch(run -> run.problem() == null && run.forks().size() == 1);
    assertThat(store.runs()).extracting(StoredRun::id).containsExactlyInAnyOrderElementsOf(ids);
  }

  private static void assertUnwritable(Store store, String reason) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> store.begin("bench"))
        .withMessageStartingWith("the store " + store.dir() + " cannot be written (")
        .withMessageContaining(reason)
        .withMessageEndingWith("give another with --store")
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.UNWRITABLE));
  }

  private Store store(Path dir) {
    return new Store(dir, () -> now, new Random(1));
  }

  /** Of the same process, of one that was killed, and of one whose id another process has now. */
  @Test
  void shouldTellARunInProgressFromAnInterruptedOne() throws IOException {
    Store store = Store.open(temp);
    RunFolder folder = store.begin("bench");
    RunRecord whole = Examples.run(folder.id());
    folder.write(ended(whole, null, false));
    assertThat(store.find(folder.id()).state()).isEqualTo(StoredRun.State.IN_PROGRESS);

    Path maker = folder.path().resolve(".maker");
    String own = Files.readString(maker);
    Files.writeString(maker, "999999999 1");
    assertThat(store.find(folder.id()).state()).isEqualTo(StoredRun.State.INTERRUPTED);
    Files.writeString(maker, own.replaceFirst(" .*", " 1"));
    assertThat(store.find(folder.id()).state()).isEqualTo(StoredRun.State.INTERRUPTED);
    Files.writeString(maker, own);

    folder.write(ended(whole, "2026-11-01T10:01:00Z", false));
    assertThat(store.find(folder.id()).state()).isEqualTo(StoredRun.State.INTERRUPTED);
    folder.write(whole);
    assertThat(store.find(folder.id()).state()).isEqualTo(StoredRun.State.COMPLETE);
  }

  private static RunRecord ended(RunRecord run, @Nullable String at, boolean complete) {
    return new RunRecord(
        run.schema(),
        new RunRecord.Origin(
            run.id(), run.command(), run.commandLine(), run.benchmark(), run.startedAt(), at),
        run.setup(),
        run.result(),
        run.forks(),
        complete);
  }

  private String runAt(Store store, Instant instant) {
    now = instant;
    return run(store);
  }

  private static String run(Store store) {
    RunFolder run = store.begin("bench");
    run.write(Examples.run(run.id()));
    return run.id();
  }
}
