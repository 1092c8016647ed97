package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether the kernel uses huge pages unasked, and its effort (kernel document "Transparent Hugepage
 * Support"). Immutable.
 *
 * @param enabled always, madvise or never
 * @param defrag always, defer, defer+madvise, madvise or never
 */
public record TransparentHugePages(String enabled, String defrag) {
  private static final String DIRECTORY = "sys/kernel/mm/transparent_hugepage/";
  private static final Pattern CHOSEN = Pattern.compile("\\[([a-z+_]{1,40})]");

  /** Reads it from the kernel below {@code root}, usually "/". */
  public static Reading<TransparentHugePages> of(Path root) {
    return KernelFiles.attempt(
        root, files -> new TransparentHugePages(chosen(files, "enabled"), chosen(files, "defrag")));
  }

  private static String chosen(KernelFiles files, String name) throws UnreadableException {
    KernelText text =
        files.text(DIRECTORY + name, "use a kernel with CONFIG_TRANSPARENT_HUGEPAGE; mount /sys");
    Matcher chosen = CHOSEN.matcher(text.firstLine());
    if (!chosen.find()) {
      throw text.malformed("choice", text.firstLine());
    }
    return chosen.group(1);
  }
}
