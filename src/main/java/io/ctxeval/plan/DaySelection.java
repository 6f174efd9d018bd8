package io.ctxeval.plan;

import java.io.Serializable;

/**
 * The days of an input whose path names none: only the folders of these days are read, where its files lie in folders by day.
 *
 * @param column the partition column that holds the day; without it {@code year}, {@code month} and {@code day} do
 * @param alone whether nothing else of the plan names the days, so that a plan none of whose inputs lies in such folders is
 *     wrong: its date would select nothing
 */
public record DaySelection(String column, DateRange dates, boolean alone) implements Serializable {}
