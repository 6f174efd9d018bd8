package io.ctxeval.dataset;

import java.io.Serializable;

/**
 * Where a record stands.
 *
 * @param input index of the plan's input
 * @param file the file as listed
 * @param position JSON: byte offset of the record after decompression; CSV: record number from 1; Parquet: row index from 0
 */
public record Origin(int input, String file, long position) implements Serializable {}
