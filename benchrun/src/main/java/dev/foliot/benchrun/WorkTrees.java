package dev.foliot.benchrun;

import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.LogEnd;
import dev.foliot.linux.process.PipeOutput;
import dev.foliot.linux.process.Programs;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two revisions of the repository around a folder, each checked out and built in a folder of its
 * own. The repository's own files are not touched; {@link #close} removes both folders.
 *
 * <p>{@link #cancel} may be called by any thread, the rest by one.
 */
public final class WorkTrees implements AutoCloseable {
  private static final Pattern RANGE = Pattern.compile("([^.\\s](?:\\.?[^.\\s])*)\\.\\.(\\S+)");
  private static final int MOST_BYTES = 1 << 16;
  private static final long LONGEST_GIT_NS = 120_000_000_000L;
  private static final long TO_STOP_NS = 5_000_000_000L;
  private static final int LONGEST_NAME = 60;

  private final Path folder;
  private final List<String> revisions;
  private final List<Tree> trees = new ArrayList<>();
  private final Path scratch;
  private final Launcher launcher = Launcher.groupsIfPossible(Programs.ofThisProcess());
  private volatile boolean cancelled;
  private volatile @Nullable ChildProcess running;

  /**
   * A revision that is checked out.
   *
   * @param revision as the user wrote it
   * @param commit its id, shortened
   * @param folder that stands for the user's own: in it paths of the command line are looked up
   */
  public record Tree(String revision, String commit, Path folder) {
    /** A class path whose entries are in this tree unless they are absolute. */
    public String classPath(String text) {
      return Stream.of(text.split(File.pathSeparator, -1))
          .map(entry -> folder.resolve(entry).toString())
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  /**
   * Makes an empty folder for both; nothing is checked out yet.
   *
   * @param folder the user's working folder
   * @param range as in {@code main..HEAD}
   * @throws FoliotException for another text
   */
  public WorkTrees(Path folder, String range) {
    Matcher matcher = RANGE.matcher(range);
    if (!matcher.matches() || matcher.group(2).startsWith(".")) {
      throw FoliotException.usage(
          "--git takes two revisions, as in main..HEAD, not " + Shown.text(range, LONGEST_NAME));
    }
    this.folder = folder.toAbsolutePath();
    this.revisions = List.of(matcher.group(1), matcher.group(2));
    try {
      this.scratch = Files.createTempDirectory("foliot-trees");
    } catch (IOException e) {
      throw FoliotException.environment(
          "no folder for the work trees can be made: "
              + Shown.text(String.valueOf(e.getMessage())));
    }
  }

  /** Both revisions as the user wrote them. */
  public List<String> revisions() {
    return revisions;
  }

  /**
   * Checks a revision out and builds it.
   *
   * @param index 0 or 1
   * @param build a line for the shell, run in the tree's folder; empty for none
   * @throws FoliotException if git or the build fails
   * @throws CancellationException after {@link #cancel}
   */
  public Tree make(int index, String build) throws InterruptedException {
    String revision = revisions.get(index);
    String commit = git("rev-parse", "--verify", "--quiet", revision + "^{commit}").strip();
    String inside = git("rev-parse", "--show-prefix").strip();
    Path root = scratch.resolve(index == 0 ? "a" : "b");
    git("worktree", "add", "--quiet", "--detach", root.toString(), commit);
    Tree tree =
        new Tree(
            revision, commit.substring(0, Math.min(10, commit.length())), root.resolve(inside));
    trees.add(tree);
    if (!Files.isDirectory(tree.folder())) {
      throw FoliotException.usage(
          Shown.text(revision, LONGEST_NAME) + " has no folder " + Shown.text(inside));
    }
    if (!build.isBlank()) {
      build(tree, build);
    }
    return tree;
  }

  /** Whether files that git knows have changes that are in no revision. */
  public boolean hasChanges() throws InterruptedException {
    return !git("status", "--porcelain", "--untracked-files=no").isBlank();
  }

  private void build(Tree tree, String line) throws InterruptedException {
    Path log = scratch.resolve("build.log");
    ProcessBuilder builder =
        Launcher.withoutInput(List.of("sh", "-c", line))
            .directory(tree.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    try (ChildProcess child = start(builder)) {
      child.ended().join();
      if (cancelled) {
        throw new CancellationException();
      }
      if (child.exitCode() != 0) {
        throw FoliotException.usage(
            "the build of "
                + Shown.text(tree.revision(), LONGEST_NAME)
                + " ended with "
                + child.exitCode()
                + LogEnd.of(log));
      }
    } catch (IOException e) {
      throw FoliotException.environment(
          "no shell for --build: " + Shown.text(String.valueOf(e.getMessage())));
    } finally {
      running = null;
    }
  }

  private ChildProcess start(ProcessBuilder builder) throws IOException {
    ChildProcess child = launcher.start(builder);
    running = child;
    if (cancelled) {
      child.kill();
    }
    return child;
  }

  /** Ends what is running; {@link #close} still has to be called. */
  public void cancel() {
    cancelled = true;
    ChildProcess child = running;
    if (child != null) {
      child.kill();
    }
  }

  private String git(String... arguments) throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("git", "-C", folder.toString()));
    words.addAll(List.of(arguments));
    try (ChildProcess child =
        launcher.start(Launcher.withoutInput(words).redirectErrorStream(true))) {
      PipeOutput output = PipeOutput.last(child.output(), MOST_BYTES);
      if (!child.hasEndedWithin(LONGEST_GIT_NS)) {
        child.stop(TO_STOP_NS);
        throw FoliotException.environment("git " + arguments[0] + " did not end within 2 minutes");
      }
      String text = output.await().text();
      if (child.exitCode() != 0) {
        throw FoliotException.usage(
            text.isBlank()
                ? "git knows no revision "
                    + Shown.text(arguments[arguments.length - 1].replace("^{commit}", ""))
                : "git: " + Shown.text(text.strip(), 300));
      }
      return text;
    } catch (IOException e) {
      throw FoliotException.environment(
          "git cannot be started: install it, or give two --classpath instead of --git");
    }
  }

  /** Removes both trees, also from the repository's list. */
  @Override
  public void close() {
    boolean wasInterrupted = Thread.interrupted();
    for (Tree tree : trees) {
      Path root = scratch.resolve(trees.indexOf(tree) == 0 ? "a" : "b");
      try {
        git("worktree", "remove", "--force", root.toString());
      } catch (FoliotException e) {
        // its files are deleted below, and git forgets it at its next prune
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
    delete(scratch);
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the work trees cannot be deleted: " + folder, e);
    }
  }
}
