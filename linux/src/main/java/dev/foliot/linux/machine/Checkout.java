package dev.foliot.linux.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The commit that is checked out around a folder, by git's own files (gitrepository-layout(5)).
 *
 * <p>Worktrees and packed references are followed. What cannot be read is no repository: a
 * measurement does not fail by it.
 */
final class Checkout {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern REFERENCE = Pattern.compile("refs/[!-~]{1,500}");
  private static final int SHORT = 12;
  private static final String LINK = "gitdir: ";
  private static final String SYMBOLIC = "ref: ";

  private Checkout() {}

  /** The commit's id, shortened; empty where no repository is above the folder. */
  static Optional<String> commit(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      Path git = at.resolve(".git");
      if (Files.exists(git)) {
        try {
          return commitOf(Files.isDirectory(git) ? git : linked(git));
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /** Of a worktree, whose {@code .git} is a file that names the folder. */
  private static Path linked(Path file) throws IOException {
    String line = line(file);
    return file.resolveSibling(line.startsWith(LINK) ? line.substring(LINK.length()) : line);
  }

  private static Optional<String> commitOf(Path git) throws IOException {
    String head = line(git.resolve("HEAD"));
    if (!head.startsWith(SYMBOLIC)) {
      return id(head);
    }
    String name = head.substring(SYMBOLIC.length());
    if (!REFERENCE.matcher(name).matches()) {
      return Optional.empty();
    }
    Path shared = git.resolve("commondir");
    Path common = Files.exists(shared) ? git.resolve(line(shared)) : git;
    return Files.exists(common.resolve(name))
        ? id(line(common.resolve(name)))
        : packed(common.resolve("packed-refs"), name);
  }

  private static Optional<String> packed(Path file, String name) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.endsWith(" " + name))
          .findFirst()
          .flatMap(line -> id(line.substring(0, line.length() - name.length() - 1)));
    }
  }

  private static String line(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines.findFirst().orElse("").strip();
    }
  }

  private static Optional<String> id(String text) {
    return ID.matcher(text).matches() ? Optional.of(text.substring(0, SHORT)) : Optional.empty();
  }
}
