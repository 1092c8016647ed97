package dev.foliot.hotspot.klass;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SymbolsTest {
  @Test
  void shouldNameClassesAsJavaDoes() {
    assertThat(Symbols.className("java/lang/Object")).isEqualTo("java.lang.Object");
    assertThat(Symbols.className("[Ljava/lang/String;")).isEqualTo("[Ljava.lang.String;");
    assertThat(Symbols.className("[[I")).isEqualTo("[[I");
    assertThat(Symbols.className("a/B$$Lambda+0x000000002e041800"))
        .isEqualTo("a.B$$Lambda/0x000000002e041800");
    assertThat(Symbols.className("[La/B+0x80000009;")).isEqualTo("[La.B/0x80000009;");
  }

  @Test
  void shouldTellHiddenClassesFromOthersWithAPlus() {
    assertThat(Symbols.isHidden("a/B$$Lambda+0x000000002e041800")).isTrue();
    assertThat(Symbols.isHidden("a/B+0x9")).isTrue();
    assertThat(Symbols.isHidden("[La/B+0x9;")).isFalse();
    assertThat(Symbols.isHidden("a/C+")).isFalse();
    assertThat(Symbols.isHidden("a/C+0x")).isFalse();
    assertThat(Symbols.isHidden("a/C+0xfg")).isFalse();
    assertThat(Symbols.isHidden("a/C+0x11112222333344445")).isFalse();
    assertThat(Symbols.className("a/C+plus")).isEqualTo("a.C+plus");
  }

  @Test
  void shouldReadTheTextOfClassFiles() throws IOException {
    String text = "Ünï\0\u20ac\ud83d\ude00\u202e</script>";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new DataOutputStream(bytes).writeUTF(text);
    byte[] body = Arrays.copyOfRange(bytes.toByteArray(), 2, bytes.size());
    assertThat(Symbols.decode(body)).isEqualTo(text);
  }

  @Test
  void shouldReplaceWhatIsNoText() {
    byte[] bytes = {'a', (byte) 0x80, 0, (byte) 0xf0, (byte) 0xe2, (byte) 0x82};
    assertThat(Symbols.decode(bytes)).isEqualTo("a\ufffd\ufffd\ufffd\ufffd\ufffd");
    assertThat(Symbols.decode(new byte[] {(byte) 0xc3})).isEqualTo("\ufffd");
  }
}
