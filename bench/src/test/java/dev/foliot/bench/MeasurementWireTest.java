package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MeasurementWireTest {
  private static final int LAST = Counts.indexOf(Long.MAX_VALUE);

  @Test
  void shouldCarryAnyDurationsWhole() throws IOException {
    for (long seed = 1; seed <= 100; seed++) {
      Durations sent = Samples.durations(new SplittableRandom(seed));
      assertThat(carried(sent)).as("seed %d", seed).isEqualTo(sent);
    }
  }

  @Test
  void shouldCarryTheEndsOfTheRange() throws IOException {
    Durations.Builder builder = Durations.Builder.packed();
    builder.add(0, Long.MAX_VALUE - 5);
    builder.add(LAST, 5);
    builder.addExact(
        0, Long.MAX_VALUE, BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.TEN));
    Durations sent = builder.build();
    assertThat(carried(sent)).isEqualTo(sent);
    assertThat(carried(sent).count()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldTakeFewBytes() throws IOException {
    Counts counts = new Counts();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 40_000; i++) {
      counts.record(2_000 + (long) (-Math.log(1 - random.nextDouble()) * 500));
    }
    Durations.Builder builder = new Durations.Builder();
    counts.addTo(builder);
    assertThat(bytes(builder.build())).hasSizeLessThan(6_000);
  }

  @Test
  void shouldRefuseBucketsThatNoDurationHas() {
    assertRefused(LAST + 2L, 1);
    assertRefused(1, 5, Integer.MAX_VALUE);
    assertRefused(Long.MAX_VALUE);
    assertRefused(-1);
    assertRefused(LAST + 1L, 1, 1, 1);
  }

  @Test
  void shouldRefuseCountsThatNoBucketHas() {
    assertRefused(1, 0);
    assertRefused(1, -1);
    assertRefused(1, Long.MIN_VALUE);
    assertRefused(1, Long.MAX_VALUE, 1, 1);
  }

  @Test
  void shouldRefuseANumberThatNeverEnds() {
    byte[] endless = new byte[100];
    Arrays.fill(endless, (byte) 0x80);
    assertThatThrownBy(() -> read(endless)).isInstanceOf(IOException.class);
  }

  @Test
  void shouldRefuseFiguresThatContradictTheBuckets() throws IOException {
    assertThat(read(tenAtSeven(7, 7, 70)).count()).isEqualTo(10);
    long[][] contradictions = {
      {6, 7, 70}, {7, 8, 70}, {8, 7, 70}, {-1, 7, 70}, {7, -1, 70}, {7, 7, -1}
    };
    for (long[] c : contradictions) {
      byte[] bytes = tenAtSeven(c[0], c[1], c[2]);
      assertThatThrownBy(() -> read(bytes)).isInstanceOf(IOException.class);
    }
  }

  private static byte[] tenAtSeven(long minNs, long maxNs, long sumNs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[] {8, 10, 0});
    out.writeLong(minNs);
    out.writeLong(maxNs);
    byte[] sum = BigInteger.valueOf(sumNs).toByteArray();
    out.writeInt(sum.length);
    out.write(sum);
    return bytes.toByteArray();
  }

  private static Durations carried(Durations sent) throws IOException {
    return read(bytes(sent));
  }

  private static byte[] bytes(Durations durations) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    MeasurementWire.writeDurations(new DataOutputStream(bytes), durations);
    return bytes.toByteArray();
  }

  private static Durations read(byte[] bytes) throws IOException {
    return MeasurementWire.readDurations(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  /** Steps and counts in turn, as the wire has them, and then nothing. */
  private static void assertRefused(long... numbers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (long number : numbers) {
      long rest = number;
      while (rest >>> 7 != 0) {
        bytes.write((int) rest | 0x80);
        rest >>>= 7;
      }
      bytes.write((int) rest);
    }
    assertThatThrownBy(() -> read(bytes.toByteArray()))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(EOFException.class);
  }
}
