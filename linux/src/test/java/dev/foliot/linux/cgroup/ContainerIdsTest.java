package dev.foliot.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerIdsTest {
  private static final String ID = "3f4c0b1e9d".repeat(6) + "abcd";
  private static final String POD = "0a1b2c3d-1111-2222-3333-444455556666";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/system.slice/docker-ID.scope",
        "/docker/ID",
        "/kubepods.slice/kubepods-pod0a.slice/cri-containerd-ID.scope",
        "/kubepods/besteffort/pod1/ID",
        "/machine.slice/libpod-ID.scope/container",
        "/../crio-ID.scope",
        "/system.slice/containerd.service/kubepods-pod1.slice:cri-containerd:ID"
      })
  void shouldKnowTheNamesOfRuntimes(String path) {
    ContainerIds ids = ContainerIds.of(List.of("/", path.replace("ID", ID)));
    assertThat(ids.container()).isEqualTo(ID);
    assertThat(ids.shortId()).isEqualTo("3f4c0b1e9d3f");
    assertThat(ids.isMeant("3f4c0b")).isTrue();
    assertThat(ids.isMeant("3F4C0B1E9D3F")).isTrue();
    assertThat(ids.isMeant("3f4c")).as("too short").isFalse();
    assertThat(ids.isMeant("4c0b1e")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pod0a1b2c3d-1111-2222-3333-444455556666",
        "pod0a1b2c3d_1111_2222_3333_444455556666"
      })
  void shouldKnowThePod(String name) {
    ContainerIds ids = ContainerIds.of(List.of("/kubepods-burstable-" + name + ".slice/x"));
    assertThat(ids.pod()).isEqualTo(POD);
    assertThat(ids.isMeant(POD)).isTrue();
    assertThat(ids.shortId()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/user.slice/user-1000.slice/session-2.scope", "/0123456789abcdef"})
  void shouldFindNoneElsewhere(String path) {
    assertThat(ContainerIds.of(List.of(path))).isEqualTo(ContainerIds.NONE);
    assertThat(ContainerIds.NONE.isMeant("0123456789")).isFalse();
  }

  @Test
  void shouldReadTheGroupsOfAProcess(@TempDir Path root) throws IOException {
    assertThat(ContainerIds.of(root, 7)).isEqualTo(ContainerIds.NONE);
    Path proc = Files.createDirectories(root.resolve("proc/7"));
    Files.writeString(proc.resolve("cgroup"), "0::/system.slice/docker-" + ID + ".scope\n");
    assertThat(ContainerIds.of(root, 7).container()).isEqualTo(ID);
  }
}
