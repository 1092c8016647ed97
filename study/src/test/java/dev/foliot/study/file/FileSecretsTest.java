package dev.foliot.study.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.load.yaml.Complaints;
import dev.foliot.load.yaml.YamlText;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FileSecretsTest {
  private static final String SECRET = "hunter2";

  @Test
  void shouldTakeOutWhatIsNamedLikeASecretWhereverItStands() {
    String text =
        """
        # the token=hunter2 of yesterday
        arms:
          - name: a 𝄞
            command: [server, --password, hunter2, '--api-key=hunter2', --size, big]
            environment:
              DB_PASSWORD: hunter2
              DB_TOKEN: |
                hunter2
                and more of hunter2
              PATH_TO: /opt
              SECRET:
                "hunter2"
        target:
          requests:
            - path: /?token=hunter2
              headers: {Authorization: 'Bearer hunter2', Accept: text/plain}
              body: '{"password":"hunter2"}'
        """;

    String without = without(text);

    assertThat(without).doesNotContain(SECRET).contains("PATH_TO: /opt", "--size, big", "a 𝄞");
    Complaints complaints = new Complaints("f");
    assertThat(YamlText.read(without, "study: NAME", complaints)).isNotNull();
    assertThat(complaints.isEmpty()).isTrue();
  }

  @Test
  void shouldLeaveAFileWithoutSecretsAsItIs() {
    String text = "study: throughput\r\nforks: 2 # two\n\n\n";

    assertThat(without(text)).isEqualTo(text);
  }

  private static String without(String text) {
    return FileSecrets.without(
        text, Objects.requireNonNull(YamlText.read(text, "study: NAME", new Complaints("f"))));
  }
}
