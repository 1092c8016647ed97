package dev.foliot.store.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.store.Examples;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.RunFolder;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.text.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileFilesTest {
  private static final Path FILE = Path.of("profile.folded");

  @TempDir Path temp;

  private static ProfileRecord record() {
    return new ProfileRecord(
        ProfileRecord.SCHEMA,
        ProfileRecord.JFR,
        new ProfileRecord.Sampling(10_000_000, 256, 5, 1, 2, 3, 4, 0),
        null);
  }

  private StoredRun stored(Profile profile) {
    Store store = Store.open(temp);
    RunFolder folder = store.begin("bench");
    try (ForkFolder fork = folder.beginFork(1)) {
      ProfileFiles.write(fork, profile);
      fork.commit(Examples.fork(1));
    }
    folder.write(Examples.run(folder.id()));
    return store.find(folder.id());
  }

  @Test
  void shouldReadBackWhatItWrote() throws IOException {
    Profile profile =
        new Profile(
            record(),
            List.of(
                new ProfileStack(List.of("a.Main.main", "a.Hot.run"), 4),
                new ProfileStack(List.of("a.Main.main"), 1)));

    StoredRun run = stored(profile);

    assertThat(ProfileFiles.read(run, 1)).contains(profile);
    assertThat(Files.readString(run.forkPath(1).resolve("profile.folded")))
        .isEqualTo("a.Main.main;a.Hot.run 4\na.Main.main 1\n");
  }

  @Test
  void shouldReadBackWhenStacksWereSeen() throws IOException {
    Profile profile =
        new Profile(
            new ProfileRecord(
                ProfileRecord.SCHEMA,
                ProfileRecord.ASYNC,
                new ProfileRecord.Sampling(10_000_000, 256, 5, 0, 0, 0, 0, 100_000_000),
                null),
            List.of(
                new ProfileStack(List.of("a.Main.main", "a.Hot.run"), 4, List.of(0L, 3L, 1L, 0L)),
                new ProfileStack(List.of("a.Main.main"), 1, List.of(0L, 0L, 0L, 1L))));
    ProfileFiles.write(temp, Map.of(ProfileKind.CPU, profile));
    Path slices = temp.resolve("profile-cpu.slices");
    assertThat(Files.readString(slices)).isEqualTo("1:3 2:1\n3:1\n");
    List<ProfileStack> plain = read("a.Main.main;a.Hot.run 4\na.Main.main 1\n");

    assertThat(FoldedText.sliced(plain, slices, Files.readAllBytes(slices)))
        .isEqualTo(profile.stacks());
  }

  /** Nothing was allocated in that time. */
  @Test
  void shouldReadBackTimesOfNoStack() throws IOException {
    Profile profile =
        new Profile(
            new ProfileRecord(
                ProfileRecord.SCHEMA,
                ProfileRecord.ASYNC,
                new ProfileRecord.Sampling(0, 256, 0, 0, 0, 0, 0, 100_000_000),
                null),
            List.of());
    StoredRun run = stored(profile);
    ProfileFiles.write(run.path(), Map.of(ProfileKind.ALLOCATION, profile));

    assertThat(ProfileFiles.read(run)).containsExactly(Map.entry(ProfileKind.ALLOCATION, profile));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1:3 2:1\n", "2:3 1:1\n3:1\n", "1:3\n3:1\n", "x\n3:1\n"})
  void shouldRefuseTimesOfOtherStacks(String text) {
    List<ProfileStack> plain = read("a.Main.main;a.Hot.run 4\na.Main.main 1\n");
    assertThatThrownBy(() -> FoldedText.sliced(plain, FILE, text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(StoreException.class);
  }

  @Test
  void shouldKeepWhyThereIsNone() {
    StoredRun run = stored(Profile.none(new Reason.Plain("it is no JVM: password=abc")));

    Profile read = ProfileFiles.read(run, 1).orElseThrow();

    assertThat(read.stacks()).isEmpty();
    assertThat(read.record().means()).isNull();
    assertThat(read.record().reason()).contains("it is no JVM").doesNotContain("abc");
    assertThat(read.record().reasonCode())
        .isEqualTo(new Reason.Plain(String.valueOf(read.record().reason())));
    assertThat(run.forkPath(1).resolve("profile.folded")).doesNotExist();
  }

  @Test
  void shouldHaveNoneOfAForkThatWasNotProfiled() throws IOException {
    StoredRun run = stored(new Profile(record(), List.of()));
    Files.delete(run.forkPath(1).resolve("profile.json"));

    assertThat(ProfileFiles.read(run, 1)).isEqualTo(Optional.empty());
  }

  @Test
  void shouldLetNoNameEndItsFrameOrItsLine() {
    ProfileStack evil =
        new ProfileStack(List.of("a;b", "\n7", "\u001b[31m</script>", "", "x".repeat(1_000)), 2);

    List<ProfileStack> read = read(FoldedText.write(List.of(evil)).text());

    assertThat(read)
        .singleElement()
        .satisfies(stack -> {
          assertThat(stack.samples()).isEqualTo(2);
          assertThat(stack.frames().subList(0, 4))
              .containsExactly("a:b", "\uFFFD7", "\uFFFD[31m</script>", "?");
          assertThat(stack.frames().getLast()).hasSize(FoldedText.LONGEST_FRAME);
        });
  }

  @Test
  void shouldLeaveOutTheRarestAndCountThem() {
    List<ProfileStack> many = new ArrayList<>();
    for (int i = 0; i <= FoldedText.MOST_STACKS; i++) {
      many.add(new ProfileStack(List.of("m" + i), i == 7 ? 1 : 3));
    }

    FoldedText.Written written = FoldedText.write(many);

    assertThat(written.leftOut()).isEqualTo(1);
    assertThat(read(written.text())).hasSize(FoldedText.MOST_STACKS);
    List<String> deep = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      deep.add("f" + i);
    }
    assertThat(read(FoldedText.write(List.of(new ProfileStack(deep, 1))).text()))
        .singleElement()
        .satisfies(
            stack -> assertThat(stack.frames()).hasSize(FoldedText.MOST_FRAMES).endsWith("f1999"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a;b", "a;b -1", "a;b 0", "a;b 1e9", "a;b 9999999999999", "a;b 1x", " 5", "a 5 "})
  void shouldRefuseALineWithoutACount(String line) {
    assertThatThrownBy(() -> read("x 1\n" + line + "\n"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("its line 2");
  }

  @Test
  void shouldRefuseWhatIsTooBigOrNoText() {
    assertThatThrownBy(() -> read("a 1\n".repeat(FoldedText.MOST_STACKS + 1)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("lines");
    assertThatThrownBy(() -> read("a;".repeat(FoldedText.MOST_FRAMES) + "a 1"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("frames");
    assertThatThrownBy(() -> FoldedText.read(FILE, new byte[FoldedText.MOST_BYTES + 1]))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("longer than");
    assertThatThrownBy(() -> FoldedText.read(FILE, new byte[] {'a', (byte) 0xff, ' ', '1'}))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  void shouldRefuseARecordThatCannotBe() throws IOException {
    StoredRun run = stored(new Profile(record(), List.of()));
    Path file = run.forkPath(1).resolve("profile.json");
    String json = Files.readString(file);

    Files.writeString(file, json.replace("\"samples\" : 5", "\"samples\" : -5"));
    assertThatThrownBy(() -> ProfileFiles.read(run, 1)).isInstanceOf(StoreException.class);
    Files.writeString(file, json.replace("foliot.profile/1", "foliot.profile/2"));
    assertThatThrownBy(() -> ProfileFiles.read(run, 1))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("newer");
    Files.writeString(file, json);
    Files.delete(run.forkPath(1).resolve("profile.folded"));
    assertThatThrownBy(() -> ProfileFiles.read(run, 1))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("does not exist");
  }

  private static List<ProfileStack> read(String text) {
    return FoldedText.read(FILE, text.getBytes(StandardCharsets.UTF_8));
  }
}
