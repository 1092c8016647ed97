package dev.foliot.hotspot.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.perf.UserRegisters;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreInstructionTest {
  private static final UserRegisters X86 =
      UserRegisters.of(Map.of("rip", 1L, "rax", 77L, "rsi", 0x1000L, "r9", 99L, "r13", 0x2000L));

  private static byte[] code(int... bytes) {
    return new byte[] {(byte) bytes[0], (byte) bytes[1], (byte) bytes[2], (byte) bytes[3]};
  }

  @Test
  void shouldTellWhichRegisterWasStored() {
    // mov [rsi + 0x20], rax
    assertThat(StoreInstruction.value(code(0x48, 0x89, 0x46, 0x20), X86, 0x1020)).hasValue(77);
    // mov [r13 + 0x20], r9
    assertThat(StoreInstruction.value(code(0x4d, 0x89, 0x4d, 0x20), X86, 0x2020)).hasValue(99);
    // mov [rsi - 8], r9
    assertThat(StoreInstruction.value(code(0x4c, 0x89, 0x4e, 0xf8), X86, 0xff8)).hasValue(99);
  }

  @Test
  void shouldSayNothingOfAWriteElsewhere() {
    assertThat(StoreInstruction.value(code(0x48, 0x89, 0x46, 0x20), X86, 0x1028)).isEmpty();
    // mov [rcx + 0x20], rax, where rcx is not known
    assertThat(StoreInstruction.value(code(0x48, 0x89, 0x41, 0x20), X86, 0x1020)).isEmpty();
  }

  @Test
  void shouldSayNothingOfOtherInstructions() {
    assertThat(StoreInstruction.value(code(0x48, 0x8b, 0x46, 0x20), X86, 0x1020)).isEmpty();
    assertThat(StoreInstruction.value(code(0x89, 0x89, 0x46, 0x20), X86, 0x1020)).isEmpty();
    assertThat(StoreInstruction.value(code(0x48, 0x89, 0x86, 0x20), X86, 0x1020)).isEmpty();
    // with a scaled index
    assertThat(StoreInstruction.value(code(0x48, 0x89, 0x44, 0x20), X86, 0x1020)).isEmpty();
    UserRegisters arm = UserRegisters.of(Map.of("pc", 1L, "x0", 77L, "x6", 0x1000L));
    assertThat(StoreInstruction.value(code(0x48, 0x89, 0x46, 0x20), arm, 0x1020)).isEmpty();
  }
}
