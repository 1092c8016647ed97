package dev.foliot.linux.memory;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

public class PresentPagesTest {
  private static final long PAGE = 4_096;
  private static final long PRESENT = 1L << 63;
  private static final long SWAPPED = 1L << 62;

  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void makeKernel() {
    kernel = new FakeKernel(root);
    kernel.bytes("proc/self/auxv", words(6, PAGE, 0, 0));
  }

  public static byte[] words(long... words) {
    ByteBuffer bytes = ByteBuffer.allocate(words.length * 8).order(ByteOrder.nativeOrder());
    for (long word : words) {
      bytes.putLong(word);
    }
    return bytes.array();
  }

  @Test
  void shouldCountThePagesThatArePresent() {
    kernel.bytes(
        "proc/7/pagemap", words(PRESENT, 0, PRESENT | 77, SWAPPED, PRESENT | 1L << 55, PRESENT));

    PresentPages pages = value(PresentPages.of(root, 7, PAGE, 6 * PAGE));
    assertThat(pages.bytes(PAGE, 6 * PAGE)).isEqualTo(3 * PAGE);
    assertThat(pages.bytes(0, 100 * PAGE)).isEqualTo(3 * PAGE);
    assertThat(pages.bytes(2 * PAGE, 4 * PAGE)).isEqualTo(PAGE);
    assertThat(pages.bytes(3 * PAGE, 4 * PAGE)).isZero();
    assertThat(pages.bytes(70 * PAGE, 100 * PAGE)).isZero();
    // a page belongs to where it begins
    assertThat(pages.bytes(PAGE + 1, 2 * PAGE + 1)).isEqualTo(PAGE);
    assertThat(pages.bytes(2 * PAGE + 1, 4 * PAGE)).isZero();
  }

  @Test
  void shouldReadMoreThanABuffer() {
    long[] many = new long[20_000];
    many[0] = PRESENT;
    many[8_191] = PRESENT;
    many[8_192] = PRESENT;
    many[19_999] = PRESENT;
    kernel.bytes("proc/7/pagemap", words(many));
    PresentPages pages = value(PresentPages.of(root, 7, 0, 20_000 * PAGE));
    assertThat(pages.bytes(0, 20_000 * PAGE)).isEqualTo(4 * PAGE);
    assertThat(pages.bytes(8_192 * PAGE, 19_999 * PAGE)).isEqualTo(PAGE);
  }

  @Test
  void shouldSayWhyItKnowsNothing() {
    assertThat(reason(PresentPages.of(root, 7, 0, PAGE))).contains("pagemap", "does not exist");
    kernel.bytes("proc/7/pagemap", words(PRESENT));
    assertThat(reason(PresentPages.of(root, 7, 0, 2 * PAGE))).contains("ends at page 0");
    assertThat(reason(PresentPages.of(root, 7, 0, PresentPages.MOST_BYTES + 1)))
        .contains("are not read");
    assertThat(reason(PresentPages.of(root, 7, -PAGE, 0))).contains("are not read");
    kernel.bytes("proc/self/auxv", words(17, 100));
    assertThat(reason(PresentPages.of(root, 7, 0, PAGE))).contains("size of a page");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldFindTheHeapOfThisProcess() {
    Path live = Path.of("/");
    long pid = ProcessHandle.current().pid();
    List<ResidentRegion> regions = value(ResidentRegion.of(live, pid));
    ResidentRegion code =
        regions.stream()
            .filter(one -> one.region().path().endsWith("/libjvm.so") && one.residentBytes() > 0)
            .findFirst()
            .orElseThrow();
    MemoryRegion region = code.region();
    long present =
        value(PresentPages.of(live, pid, region.start(), region.end()))
            .bytes(region.start(), region.end());
    // some pages that this process just used remain, and the total is bounded
    assertThat(present).isBetween(PAGE, region.end() - region.start());
  }
}
