package dev.foliot.load.http;

/** A request in the form of one protocol, prepared for sending. Immutable. */
interface RequestForm {}
