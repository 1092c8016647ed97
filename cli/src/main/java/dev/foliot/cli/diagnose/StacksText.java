package dev.foliot.cli.diagnose;

import dev.foliot.diagnose.time.StackDump;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.store.Json;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reasons;
import dev.foliot.text.Shown;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All stacks of a JVM, equal ones together. */
final class StacksText {
  private static final int MOST_NAMES = 6;

  private final long pid;
  private final StackDump dump;

  StacksText(long pid, StackDump dump) {
    this.pid = pid;
    this.dump = dump;
  }

  void print(PrintStream out) {
    out.println(answer());
    for (StackDump.Group group : dump.groups()) {
      out.println();
      out.println(
          Numbers.count(group.threads(), group.isVirtual() ? "virtual thread" : "thread")
              + ": "
              + group.doing().words()
              + (group.awaited().isEmpty() ? "" : " (" + Shown.text(group.awaited()) + ")")
              + names(group));
      group.frames().forEach(frame -> out.println("    at " + Shown.text(frame.text())));
      if (group.frames().isEmpty()) {
        out.println("    (its stack could not be read)");
      }
    }
    dump.limits().forEach(limit -> out.println("\nnot read: " + limit.text()));
  }

  private String answer() {
    return Numbers.count(dump.groups().stream().mapToLong(StackDump.Group::threads).sum(), "thread")
        + " of process "
        + pid
        + (dump.mainClass().isEmpty() ? "" : " " + Shown.text(dump.mainClass()))
        + ", JDK "
        + Shown.text(dump.version())
        + ", with "
        + Numbers.count(dump.groups().size(), "different stack")
        + ".";
  }

  private static String names(StackDump.Group group) {
    if (group.names().isEmpty()) {
      return "";
    }
    int left = group.names().size() - MOST_NAMES;
    return group.names().stream()
        .limit(MOST_NAMES)
        .map(Shown::text)
        .collect(Collectors.joining(", ", ", ", left > 0 ? " and " + left + " more" : ""));
  }

  String json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", "foliot.stacks/1");
    json.put("pid", pid);
    json.put("main_class", dump.mainClass());
    json.put("version", dump.version());
    json.put("answer", answer());
    json.put("stacks", dump.groups().stream().map(StacksText::json).toList());
    json.put("not_read", Reasons.texts(dump.limits()));
    return Json.text(json);
  }

  private static Map<String, Object> json(StackDump.Group group) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("threads", group.threads());
    json.put("virtual", group.isVirtual());
    json.put("doing", group.doing());
    json.put("awaited", group.awaited());
    json.put("names", group.names());
    List<String> frames = group.frames().stream().map(JavaFrame::text).toList();
    json.put("frames", frames);
    return json;
  }
}
