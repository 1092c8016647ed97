package dev.foliot.hotspot;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmField;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.perf.PerfData;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which JVM it is, as its own memory tells. Immutable.
 *
 * @param version as {@code 17.0.15+6-Debian-1deb12u1}; its first number alone where it tells no
 *     more
 * @param vendor as {@code Eclipse Adoptium}; "unknown" when it keeps no counters
 * @param feature the first number of the version
 * @param mainClass the class or the jar that it was started with; empty when not known
 */
record JvmIdentity(String version, String vendor, int feature, String mainClass) {
  private static final int LONGEST = 1000;
  private static final Pattern LEADING_NUMBER = Pattern.compile("(\\d{1,4}).*", Pattern.DOTALL);

  static JvmIdentity read(Pages pages, VmTables tables) throws BadMemoryException {
    Optional<VmField> release = tables.field("Abstract_VM_Version::_s_vm_release");
    Optional<VmField> major = tables.field("Abstract_VM_Version::_vm_major_version");
    if (release.isEmpty() && major.isEmpty()) {
      throw new BadMemoryException("its tables do not tell which version it is");
    }
    String version =
        release.isPresent()
            ? pages.cString(release.get().read(pages), LONGEST)
            : Long.toString(major.get().read(pages));
    Map<String, String> texts = PerfData.texts(pages, tables);
    return new JvmIdentity(
        version,
        texts.getOrDefault("java.property.java.vm.vendor", "unknown"),
        major.isPresent() ? (int) major.get().read(pages) : feature(version),
        mainClass(texts.getOrDefault("sun.rt.javaCommand", "")));
  }

  private static int feature(String version) {
    Matcher number = LEADING_NUMBER.matcher(version);
    return number.matches() ? Integer.parseInt(number.group(1)) : 0;
  }

  /** The first word of what was started; its arguments may hold secrets. */
  private static String mainClass(String command) {
    int end = command.indexOf(' ');
    return end < 0 ? command : command.substring(0, end);
  }
}
