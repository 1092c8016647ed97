package dev.foliot.linux.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckoutTest {
  private static final String ID = "0123456789abcdef0123456789abcdef01234567";
  private static final String SHORT = "0123456789ab";

  @TempDir private Path folder;

  @Test
  void shouldFollowABranch() throws IOException {
    write(".git/HEAD", "ref: refs/heads/main\n");
    write(".git/refs/heads/main", ID + "\n");

    assertThat(Checkout.commit(folder)).contains(SHORT);
    assertThat(Checkout.commit(Files.createDirectories(folder.resolve("a/b")))).contains(SHORT);
  }

  @Test
  void shouldReadACommitWithoutABranch() throws IOException {
    write(".git/HEAD", ID + "\n");

    assertThat(Checkout.commit(folder)).contains(SHORT);
  }

  @Test
  void shouldReadPackedReferences() throws IOException {
    write(".git/HEAD", "ref: refs/heads/main\n");
    write(
        ".git/packed-refs",
        "# pack-refs with: peeled fully-peeled sorted\n"
            + "f".repeat(40)
            + " refs/heads/another-refs/heads/main\n"
            + ID
            + " refs/heads/main\n");

    assertThat(Checkout.commit(folder)).contains(SHORT);
  }

  @Test
  void shouldFollowAWorktree() throws IOException {
    write("tree/.git", "gitdir: ../main/.git/worktrees/tree\n");
    write("main/.git/worktrees/tree/HEAD", "ref: refs/heads/topic\n");
    write("main/.git/worktrees/tree/commondir", "../..\n");
    write("main/.git/refs/heads/topic", ID + "\n");

    assertThat(Checkout.commit(folder.resolve("tree"))).contains(SHORT);
  }

  @Test
  void shouldFindNothingWhereNothingCanBeRead() throws IOException {
    write("no-head/.git/config", "");
    write("strange/.git/HEAD", "ref: ../../etc/passwd\n");
    write("unborn/.git/HEAD", "ref: refs/heads/main\n");
    write("binary/.git/HEAD", "\u0000\u0001\n");
    write("table/.git/HEAD", "ref: refs/heads/.invalid\n");
    write("lost/.git", "gitdir: /nowhere\u0000\n");

    for (String name : new String[] {"no-head", "strange", "unborn", "binary", "table", "lost"}) {
      assertThat(Checkout.commit(folder.resolve(name))).as(name).isEmpty();
    }
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }
}
