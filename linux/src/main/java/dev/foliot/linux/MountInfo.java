package dev.foliot.linux;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of /proc/PID/mountinfo (proc_pid_mountinfo(5)).
 *
 * @param root the mounted directory of the file system. For control groups it is relative to the
 *     reader's cgroup namespace, and may begin with /..
 * @param point its mount point in the view of that process
 * @param type the file system: cgroup, cgroup2, overlay, ...
 * @param options options of the file system; for control groups of version 1 they name controllers
 */
public record MountInfo(String root, String point, String type, List<String> options) {
  private static final Pattern OCTAL = Pattern.compile("\\\\([0-3][0-7]{2})");
  private static final String END_OF_OPTIONAL_FIELDS = "-";

  /** Parses all lines. */
  public static List<MountInfo> parse(KernelText text) throws UnreadableException {
    List<MountInfo> mounts = new ArrayList<>();
    for (String line : text.lines()) {
      if (!line.isBlank()) {
        mounts.add(parseLine(text, line));
      }
    }
    return mounts;
  }

  private static MountInfo parseLine(KernelText text, String line) throws UnreadableException {
    List<String> words = List.of(line.split(" ", -1));
    int dash =
        words.size() < 7 ? -1 : words.subList(6, words.size()).indexOf(END_OF_OPTIONAL_FIELDS);
    if (dash < 0 || words.size() < 6 + dash + 4) {
      throw text.malformed("line", line);
    }
    return new MountInfo(
        unescaped(words.get(3)),
        unescaped(words.get(4)),
        words.get(6 + dash + 1),
        List.of(words.getLast().split(",", -1)));
  }

  private static String unescaped(String path) {
    return OCTAL
        .matcher(path)
        .replaceAll(octal ->
            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(octal.group(1), 8))));
  }
}
