package dev.foliot.judgement.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.judgement.Forks;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.RunFolder;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.LoadReason;
import dev.foliot.text.RunReason;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SideTest {
  @TempDir Path temp;

  @Test
  void shouldTakeTheForksOfOneArmUnderOneLoad() {
    StoredRun run =
        stored(
            Forks.of(1, 0, 0, Validity.valid()),
            Forks.of(2, 1, 0, Validity.valid()),
            Forks.of(3, 1, 1, Validity.valid()),
            Forks.of(4, 1, 1, Validity.of(Verdict.SUSPECT, new LoadReason.Steal(0.02))));

    BaselineRecord side = Side.of(run, 1, 1);
    assertThat(side.figures().forks())
        .containsExactly(run.fork(3).times().response(), run.fork(4).times().response());
    assertThat(side.part().arm()).isEqualTo(run.run().arms().get(1));
    assertThat(side.part().load()).isEqualTo(run.run().loads().get(1));
    assertThat(side.validity())
        .isEqualTo(Validity.of(Verdict.SUSPECT, new LoadReason.Steal(0.02)).in("fork 4"));
  }

  @Test
  void shouldLeaveInvalidForksOutAndSaySo() {
    Validity invalid = Validity.of(Verdict.INVALID, new RunReason.ForkFailed("it died"));
    StoredRun run = stored(Forks.of(1, 0, 0, invalid), Forks.of(2, 0, 0, Validity.valid()));

    assertThat(Side.of(run, 0, 0).figures().forks()).hasSize(1);
    assertThat(Side.of(run, 0, 0).validity())
        .isEqualTo(Validity.of(Verdict.SUSPECT, new RunReason.ForksLeftOut(1, 2)));
    assertThat(Side.of(stored(Forks.of(1, 0, 0, invalid)), 0, 0).validity().verdict())
        .isEqualTo(Verdict.INVALID);
  }

  @Test
  void shouldRefuseAnArmThatIsNotThere() {
    StoredRun run = stored(Forks.of(1, 0, 0, Validity.valid()));

    assertThatThrownBy(() -> Side.of(run, 2, 0))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("has no arm 2: it has 2, counted from 0");
    assertThatThrownBy(() -> Side.of(run, 0, -1)).hasMessageContaining("has no load -1");
  }

  @Test
  void shouldBeTheSameFromAFile() {
    BaselineRecord side = Side.of(stored(Forks.of(1, 0, 0, Validity.valid())), 0, 0);
    side.write(temp.resolve("baseline.json"));

    assertThat(BaselineRecord.read(temp.resolve("baseline.json"))).isEqualTo(side);
  }

  private StoredRun stored(ForkRecord... forks) {
    Store store = Store.open(temp);
    RunFolder folder = store.begin("bench");
    folder.write(Forks.run(folder.id(), forks.length));
    for (ForkRecord fork : forks) {
      try (var part = folder.beginFork(fork.place().fork())) {
        part.commit(fork);
      }
    }
    return store.find(folder.id());
  }
}
