# Foliot in an image:
#
#   docker build -t foliot .
#   docker run --rm foliot doctor
#   docker run --rm -v "$PWD:/data" --user "$(id -u)" foliot bench com.example.MyTask --classpath target/classes
#
# Runs are stored in /data/.foliot. "--build-arg VARIANT=-without-fleet" leaves out DuckDB, which
# only "foliot fleet" needs. "--build-arg BASE=debian@sha256:..." pins the base by its digest. To
# diagnose a JVM of another container add --pid=container:NAME and --user with the JVM's user id; of
# another user --cap-add=SYS_PTRACE (see docs/guide/kubernetes.md).

ARG BASE=debian:12-slim

FROM maven:3.9-eclipse-temurin-25 AS build
ARG VARIANT=
WORKDIR /foliot
COPY . .
# Downloads are kept between builds.
RUN --mount=type=cache,target=/downloads \
    MAVEN_ARGS=-Dmaven.repo.local=/downloads FOLIOT_SPARK=false checks/release.sh make \
 && mkdir /opt/foliot \
 && tar xzf target/release/foliot-*-linux-*[46]"$VARIANT.tar.gz" -C /opt/foliot --strip-components=1

# The archive brings its own Java.
FROM $BASE
LABEL org.opencontainers.image.source="https://github.com/OWNER/foliot" \
      org.opencontainers.image.version="0.1.0-SNAPSHOT" \
      org.opencontainers.image.licenses="Apache-2.0 AND GPL-2.0-only WITH Classpath-exception-2.0"
COPY --from=build /opt/foliot /opt/foliot
# The first start makes the AOT cache, which users could not write.
RUN useradd --uid 10001 --create-home foliot \
 && /opt/foliot/foliot --version \
 && install -d -o foliot /data
USER 10001
WORKDIR /data
HEALTHCHECK --interval=1m CMD ["/opt/foliot/foliot", "--version"]
ENTRYPOINT ["/opt/foliot/foliot"]
CMD ["--help"]
