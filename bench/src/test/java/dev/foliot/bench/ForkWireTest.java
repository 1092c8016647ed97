package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkWireTest {
  private static final int HEADER = 6;

  /** Far more than any message of these tests needs, far less than the heap. */
  private static final long MOST_BYTES = 32 << 20;

  @Test
  void shouldCarryEveryKindOfMessage() throws IOException {
    List<ForkMessage> messages = new ArrayList<>();
    for (Phase phase : Phase.values()) {
      messages.add(new ForkMessage.InPhase(phase));
    }
    messages.add(new ForkMessage.MeasuringThread("producer 0", 4711));
    messages.add(new ForkMessage.MeasuringThread("", -1));
    messages.add(new ForkMessage.Failed("it broke\nhere 🙂", "trace\n\tat X"));
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (ForkMessage message : messages) {
      stream.write(ForkWire.encode(message));
    }
    ByteArrayInputStream in = new ByteArrayInputStream(stream.toByteArray());
    for (ForkMessage message : messages) {
      assertThat(ForkWire.read(in)).isEqualTo(message);
    }
    assertThat(ForkWire.read(in)).isNull();
  }

  @Tag("once")
  @Test
  void shouldCarryAnyMeasurementWhole() throws IOException {
    for (long seed = 1; seed <= 10; seed++) {
      Measurement sent = Samples.measurement(seed);
      ForkMessage read = read(ForkWire.encode(new ForkMessage.Measured(sent)));
      // histograms are equal by their counts, however they are kept
      assertThat(read).as("seed %d", seed).isEqualTo(new ForkMessage.Measured(sent));
    }
  }

  @Test
  void shouldCutTextThatIsTooLong() throws IOException {
    String text = "é".repeat(2_000_000);
    ForkMessage read = read(ForkWire.encode(new ForkMessage.Failed(text, "")));
    assertThat(((ForkMessage.Failed) read).reason()).hasSizeBetween(500_000, 600_000);
  }

  @Test
  void shouldRefuseEveryTruncation() {
    byte[] frame = ForkWire.encode(new ForkMessage.Measured(Samples.smallMeasurement(1)));
    for (int length = Integer.BYTES; length < frame.length; length += 1 + length / 200) {
      assertRefused(Arrays.copyOf(frame, length), "cut to " + length);
      // a shorter message with a matching length
      byte[] shorter = Arrays.copyOf(frame, Math.max(HEADER, length));
      ByteBuffer.wrap(shorter).putInt(shorter.length - Integer.BYTES);
      assertRefused(shorter, "says it has " + length);
    }
  }

  @Tag("once")
  @Test
  void shouldRefuseOrReadButNeverBreakUnderFlippedBytes() {
    byte[] frame = ForkWire.encode(new ForkMessage.Measured(Samples.smallMeasurement(2)));
    for (long seed = 1; seed <= 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] broken = frame.clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        broken[random.nextInt(broken.length)] = (byte) random.nextInt();
      }
      assertReadsOrRefuses(broken, "seed " + seed);
    }
  }

  @Tag("once")
  @Test
  void shouldRefuseOrReadButNeverBreakUnderGiantNumbers() {
    byte[] frame = ForkWire.encode(new ForkMessage.Measured(Samples.smallMeasurement(3)));
    int[] giants = {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1_000_000, 1 << 28, 1 << 22};
    for (int at = 0; at + Integer.BYTES <= frame.length; at++) {
      byte[] broken = frame.clone();
      ByteBuffer.wrap(broken).putInt(at, giants[at % giants.length]);
      assertReadsOrRefuses(broken, "at " + at);
    }
  }

  @Tag("once")
  @Test
  void shouldRefuseRandomBytes() {
    for (long seed = 1; seed <= 5_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] bytes = new byte[1 + random.nextInt(2_000)];
      random.nextBytes(bytes);
      assertReadsOrRefuses(bytes, "seed " + seed);
      // and as the body of a measurement
      bytes = Arrays.copyOf(bytes, Math.max(HEADER, bytes.length));
      ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES).put((byte) 1).put((byte) 3);
      assertReadsOrRefuses(bytes, "body, seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, (1 << 28) + 1})
  void shouldRefuseALengthThatNoMessageHas(int length) {
    assertRefused(ByteBuffer.allocate(100).putInt(length).array(), "length " + length);
  }

  @Test
  void shouldRefuseAnotherVersionAnUnknownTypeAndAnUnknownPhase() {
    byte[] frame = ForkWire.encode(new ForkMessage.InPhase(Phase.MEASURE));
    byte[] version = frame.clone();
    version[4] = 9;
    assertThatThrownBy(() -> read(version))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 9");
    byte[] type = frame.clone();
    type[5] = 99;
    assertThatThrownBy(() -> read(type))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("type 99");
    byte[] phase = frame.clone();
    phase[phase.length - 1] = 'x';
    assertRefused(phase, "an unknown phase");
  }

  private static ForkMessage read(byte[] bytes) throws IOException {
    ForkMessage message = ForkWire.read(new ByteArrayInputStream(bytes));
    assertThat(message).isNotNull();
    return message;
  }

  private static void assertRefused(byte[] bytes, String what) {
    long before = Allocation.ofThisThreadBytes();
    assertThatThrownBy(() -> ForkWire.read(new ByteArrayInputStream(bytes)))
        .as(what)
        .isInstanceOf(IOException.class);
    assertThat(Allocation.ofThisThreadBytes() - before).as(what).isLessThan(MOST_BYTES);
  }

  private static void assertReadsOrRefuses(byte[] bytes, String what) {
    long before = Allocation.ofThisThreadBytes();
    try {
      ForkWire.read(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      // as it should
    } catch (Throwable e) {
      throw new AssertionError(what, e);
    }
    assertThat(Allocation.ofThisThreadBytes() - before).as(what).isLessThan(MOST_BYTES);
  }
}
