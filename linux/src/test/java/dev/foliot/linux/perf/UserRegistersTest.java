package dev.foliot.linux.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class UserRegistersTest {
  @Test
  void shouldNameTheRegistersOfAarch64() {
    RegisterSet set = RegisterSet.AARCH64;
    UserRegisters registers = new UserRegisters(set, set.mask(), LongStream.range(0, 33).toArray());
    assertThat(registers.named("x0")).hasValue(0);
    assertThat(registers.named("x30")).hasValue(30);
    assertThat(registers.fp()).isEqualTo(29);
    assertThat(registers.sp()).isEqualTo(31);
    assertThat(registers.ip()).isEqualTo(32);
    assertThat(registers.named("rax")).isEmpty();
    assertThat(registers.all()).hasSize(33).containsEntry("pc", 32L);
  }

  @Test
  void shouldNotKnowTheSegmentsOfX86() {
    UserRegisters registers =
        new UserRegisters(
            RegisterSet.X86_64, RegisterSet.X86_64.mask(), LongStream.range(0, 17).toArray());
    assertThat(registers.named("")).isEmpty();
    assertThat(registers.named("cs")).isEmpty();
    assertThat(registers.all().keySet())
        .containsExactly(
            "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "rip", "r8", "r9", "r10", "r11",
            "r12", "r13", "r14", "r15");
  }

  @Test
  void shouldBeMadeOfNames() {
    UserRegisters registers = UserRegisters.of(Map.of("rip", 0x10L, "rsp", 0x20L, "r9", 0x30L));
    assertThat(registers.ip()).isEqualTo(0x10);
    assertThat(registers.sp()).isEqualTo(0x20);
    assertThat(registers.fp()).isZero();
    assertThat(registers.named("r9")).hasValue(0x30);
    assertThat(registers).hasToString("UserRegisters[rsp=0x20 rip=0x10 r9=0x30]");
    assertThat(UserRegisters.of(Map.of("pc", 1L, "sp", 2L)).sp()).isEqualTo(2);
    assertThat(UserRegisters.of(registers.all()).all()).isEqualTo(registers.all());
  }

  @Test
  void shouldRefuseTheRegistersOfNoProcessor() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UserRegisters.of(Map.of("rip", 1L, "x7", 2L)));
    assertThatIllegalArgumentException().isThrownBy(() -> UserRegisters.of(Map.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new UserRegisters(RegisterSet.X86_64, 3, new long[] {1}));
  }
}
