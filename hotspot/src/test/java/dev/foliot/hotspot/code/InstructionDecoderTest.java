package dev.foliot.hotspot.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.Instruction.Kind;
import dev.foliot.linux.perf.UserRegisters;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstructionDecoderTest {
  private static final UserRegisters REGISTERS =
      UserRegisters.of(
          Map.of("rip", 1L, "rax", 3L, "rsi", 0x1000L, "r10", 0x2000L, "r12", 0x4000L, "r13", 7L));

  private static Optional<Instruction> decoded(String hex) {
    return InstructionDecoder.at(HexFormat.of().parseHex(hex.replace(" ", "")), 0);
  }

  /** Lengths as objdump gives them; what follows belongs to the next instruction. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "push rbp,                      55,                          1",
    "mov rbp rsp,                   48 89 e5,                    3",
    "mov [rsp-0x14000] eax,         89 84 24 00 c0 fe ff,        7",
    "movabs r10,                    49 ba 88 77 66 55 44 33 22 11, 10",
    "mov r11d imm32,                41 bb 01 00 00 00,           6",
    "cmp word [rax] imm16,          66 81 38 34 12,              5",
    "test byte [rip+x] imm8,        f6 05 01 00 00 00 40,        7",
    "call rel32,                    e8 00 00 00 00,              5",
    "jne rel32,                     0f 85 00 00 00 00,           6",
    "nop dword [rax+rax+0],         0f 1f 44 00 00,              5",
    "data16 nop word cs,            66 66 0f 1f 84 00 00 00 00 00, 10",
    "vzeroupper,                    c5 f8 77,                    3",
    "vpxor xmm,                     c5 f1 ef c9,                 4",
    "vpshufd imm8,                  c5 f9 70 c0 4e,              5",
    "vpbroadcastd (three bytes),    c4 e2 7d 58 c0,              5",
    "vpermq imm8 (three bytes),     c4 e3 fd 00 c0 4e,           6",
    "vmovdqu64 zmm (four bytes),    62 f1 fe 48 7f 42 01,        7",
    "vpternlogd imm8 (four bytes),  62 f3 7d 48 25 c0 ff,        7",
    "pshufb,                        66 0f 38 00 c1,              5",
    "palignr imm8,                  66 0f 3a 0f c1 08,           6",
    "imul eax ecx 31,               6b c1 1f,                    3",
    "shl r10 3,                     49 c1 e2 03,                 4",
    "repne scasq,                   f2 48 af,                    3",
    "enter,                         c8 08 00 00,                 4",
    "lea rdx [rip+x],               48 8d 15 00 00 00 00,        7",
    "test al imm8,                  a8 01,                       2",
    "movabs eax [moffs],            a1 88 77 66 55 44 33 22 11,  9",
    "ret,                           c3,                          1"
  })
  void shouldKnowLengths(String name, String hex, int bytes) {
    assertThat(decoded(hex + "90").orElseThrow().bytes()).as(name).isEqualTo(bytes);
    assertThat(decoded(hex).orElseThrow().kind()).as(name).isNotEqualTo(Kind.ATOMIC);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "lock xadd [rsi+0x10] rax,   f0 48 0f c1 46 10,          ATOMIC, 8, 1010",
    "lock cmpxchg [rsi+0xc] r11d, f0 44 0f b1 5e 0c,         ATOMIC, 4, 100c",
    "lock inc qword [r10+0x10],  f0 49 ff 42 10,             ATOMIC, 8, 2010",
    "lock add dword [r10] 1,     f0 41 83 02 01,             ATOMIC, 4, 2000",
    "xchg [r10+rax*8+0x10] r11,  4d 87 5c c2 10,             ATOMIC, 8, 2028",
    "lock cmpxchg16b [rsi],      f0 48 0f c7 0e,             ATOMIC, 16, 1000",
    "mov [r12+rax*8+0x10] r10,   4d 89 54 c4 10,             WRITE,  8, 4028",
    "mov [rsi+0x20] eax,         89 46 20,                   WRITE,  4, 1020",
    "mov byte [rsi-1] 0,         c6 46 ff 00,                WRITE,  1, fff",
    "mov word [rsi+0x100] imm16, 66 c7 86 00 01 00 00 34 12, WRITE,  2, 1100",
    "mov [r13+1] r9b,            45 88 4d 01,                WRITE,  1, 8",
    "inc dword [r10+0xc],        41 ff 42 0c,                WRITE,  4, 200c",
    "sub [rsi] rdx,              48 29 16,                   WRITE,  8, 1000",
    "vmovsd [rsi+8] xmm0,        c5 fb 11 46 08,             WRITE,  8, 1008",
    "movss [rsi+8] xmm0,         f3 0f 11 46 08,             WRITE,  4, 1008"
  })
  void shouldKnowWritesAndTheirAddress(
      String name, String hex, Kind kind, int bytes, String address) {
    Instruction instruction = decoded(hex).orElseThrow();
    assertThat(instruction.bytes()).isEqualTo(hex.replace(" ", "").length() / 2);
    assertThat(instruction.kind()).isEqualTo(kind);
    assertThat(instruction.operandBytes()).isEqualTo(bytes);
    assertThat(instruction.writesShared()).isTrue();
    assertThat(instruction.address().orElseThrow().of(REGISTERS, 0))
        .hasValue(Long.parseLong(address, 16));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "mov rax [rsi+0x10],   48 8b 46 10",
    "cmp [rsi+0x10] eax,   39 46 10",
    "cmp qword [rsi] 1,    48 83 3e 01",
    "test [rsi] eax,       85 06",
    "mov rsi rax,          48 89 c6",
    "xchg rax rcx,         48 87 c8",
    "vmovdqu [rsi] ymm0,   c5 fe 7f 06",
    "prefetchw [rsi],      0f 0d 0e",
    "fence on the stack,   f0 83 44 24 c0 00",
    "TLAB top,             4d 89 9f b8 01 00 00",
    "segment of a thread,  64 48 89 06"
  })
  void shouldLeaveOutWhatWritesNoSharedWord(String name, String hex) {
    assertThat(decoded(hex).orElseThrow().writesShared()).as(name).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"06", "0f 0f c1 bf", "9a 00 00 00 00", "48 8b", "82 00 00", "0f", "c5 f8"})
  void shouldRefuseUnknownAndBrokenInstructions(String hex) {
    assertThat(decoded(hex)).isEmpty();
  }

  @Test
  void shouldKnowAddressesRelativeToTheNextInstruction() {
    Instruction instruction = decoded("f0 ff 05 f0 ff ff ff").orElseThrow();
    assertThat(instruction.kind()).isEqualTo(Kind.ATOMIC);
    assertThat(instruction.address().orElseThrow().of(REGISTERS, 0x500)).hasValue(0x4f0);
  }

  @Test
  void shouldNotGuessUnknownRegisters() {
    Instruction instruction = decoded("48 89 01").orElseThrow();
    assertThat(instruction.address().orElseThrow().of(REGISTERS, 0)).isEmpty();
  }

  @Test
  void shouldFindSearchesForTypes() {
    byte[] at = HexFormat.of().parseHex("909090f248af");
    byte[] behind = HexFormat.of().parseHex("f248af909090");
    byte[] other = HexFormat.of().parseHex("f348ab909090");
    assertThat(TypeSearch.isAt(at)).isTrue();
    assertThat(TypeSearch.isAt(behind)).isTrue();
    assertThat(TypeSearch.isAt(other)).isFalse();
    assertThat(TypeSearch.of(REGISTERS)).contains(new TypeSearch(3, 0x1000));
    assertThat(TypeSearch.of(UserRegisters.of(Map.of("rip", 1L, "rax", 3L)))).isEmpty();
  }
}
